/** Metrics of a running server for Prometheus. */
@NullMarked
package dev.tern.server.metrics;

import org.jspecify.annotations.NullMarked;
