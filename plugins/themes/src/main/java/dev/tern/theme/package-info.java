/**
 * What a graph is about as a whole: {@link dev.tern.theme.Themes}, groups of entities that statements name together more than
 * others, on two levels. They are found by {@link dev.tern.theme.leiden.ThemeFinder} and kept among the {@linkplain dev.tern.note.Notes
 * notes} of the graph, so that they go wherever it goes; {@link dev.tern.theme.SeenThemes} are what one reader may see of them.
 */
@NullMarked
package dev.tern.theme;

import org.jspecify.annotations.NullMarked;
