/**
 * Notes of people beside the passages of a graph: {@link dev.tern.note.Note}, parsed as an {@link
 * dev.tern.note.Edit}; {@link dev.tern.note.NamingRules} apply edits when rows are written.
 */
@NullMarked
package dev.tern.note;

import org.jspecify.annotations.NullMarked;
