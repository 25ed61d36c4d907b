/**
 * Tern inside Quarkus: beans for a {@link dev.tern.GraphRag} and what is around it, made from {@link dev.tern.quarkus.TernConfig} and the
 * application's own models.
 */
@NullMarked
package dev.tern.quarkus;

import org.jspecify.annotations.NullMarked;
