/**
 * Tern for Quarkus: beans of a {@link dev.tern.GraphRag} and its parts, made from
 * {@link dev.tern.quarkus.TernConfig} and the application's own models.
 */
@NullMarked
package dev.tern.quarkus;

import org.jspecify.annotations.NullMarked;
