/**
 * Finds the {@linkplain dev.tern.theme.Themes themes} of a graph without a language model: its
 * entities, linked where statements name them together, are clustered by the Leiden algorithm of
 * Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities"
 * (2019), in its authors' own implementation. {@link dev.tern.theme.leiden.ThemeFinder} is the
 * entry point.
 */
@NullMarked
package dev.tern.theme.leiden;

import org.jspecify.annotations.NullMarked;
