/**
 * The subjects of a graph as a whole: {@link dev.tern.theme.Themes}, groups of entities that
 * statements name together more than others, on two levels.
 * {@link dev.tern.theme.leiden.ThemeFinder} stores them in the
 * {@linkplain dev.tern.note.Notes notes} of the graph, so that they travel with it;
 * {@link dev.tern.theme.VisibleThemes} are the part that one reader may see.
 */
@NullMarked
package dev.tern.theme;

import org.jspecify.annotations.NullMarked;
