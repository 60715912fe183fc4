/** What a run shares and sums up. */
@NullMarked
package org.ackgate.jmeter.run;

import org.jspecify.annotations.NullMarked;
