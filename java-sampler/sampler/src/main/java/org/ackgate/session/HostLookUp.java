package org.ackgate.session;

import java.net.InetAddress;

/** Who waits for a host name. */
interface HostLookUp {
    void found(InetAddress address);

    void failed(Exception cause);
}
