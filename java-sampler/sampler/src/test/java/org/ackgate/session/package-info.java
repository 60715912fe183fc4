@NullMarked
package org.ackgate.session;

import org.jspecify.annotations.NullMarked;
