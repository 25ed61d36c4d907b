/**
 * Notes beside the passages of a graph: {@link dev.tern.note.Note}. An {@link dev.tern.note.Edit}
 * is a parsed note; {@link dev.tern.note.NamingRules} apply edits when rows are written.
 */
@NullMarked
package dev.tern.note;

import org.jspecify.annotations.NullMarked;
