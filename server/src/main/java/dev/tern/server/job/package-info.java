/** What takes longer than a request: bringing documents in and taking them out, one job at a time for each graph. */
@NullMarked
package dev.tern.server.job;

import org.jspecify.annotations.NullMarked;
