/** A broker for tests that answers exactly as a script says. */
@NullMarked
package org.ackgate.scripted;

import org.jspecify.annotations.NullMarked;
