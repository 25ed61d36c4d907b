/** Guards of requests: keys, origins, rates, sizes and work; the form of errors; shutdown. */
@NullMarked
package dev.tern.server.front;

import org.jspecify.annotations.NullMarked;
