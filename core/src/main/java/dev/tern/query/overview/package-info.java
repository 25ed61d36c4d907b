/**
 * The step of overview mode: the {@linkplain dev.tern.theme.Themes themes} nearest to a question, and the passages that tell most
 * of each for it.
 */
@NullMarked
package dev.tern.query.overview;

import org.jspecify.annotations.NullMarked;
