/** Guards of requests: keys, origins, rates and sizes; and the form of errors. */
@NullMarked
package dev.tern.server.front;

import org.jspecify.annotations.NullMarked;
