/** Traces of requests for a collector, if one is configured: times and counts, no texts. */
@NullMarked
package dev.tern.server.traces;

import org.jspecify.annotations.NullMarked;
