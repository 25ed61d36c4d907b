/** What a running server tells of each request to a collector of traces, if one is configured: times and counts, no texts. */
@NullMarked
package dev.tern.server.traces;

import org.jspecify.annotations.NullMarked;
