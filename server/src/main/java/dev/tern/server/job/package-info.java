/** Jobs that outlast a request, such as adding documents: one at a time for each graph. */
@NullMarked
package dev.tern.server.job;

import org.jspecify.annotations.NullMarked;
