/** TLS settings, key material read from files, and the contexts built from them. */
@NullMarked
package org.ackgate.session.tls;

import org.jspecify.annotations.NullMarked;
