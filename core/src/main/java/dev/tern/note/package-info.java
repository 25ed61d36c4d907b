/**
 * Notes of people beside the passages of a graph: {@link dev.tern.note.Note}, which is read as an
 * {@link dev.tern.note.Edit}; {@link dev.tern.note.NamingRules} are what edits come to when rows
 * are written.
 */
@NullMarked
package dev.tern.note;

import org.jspecify.annotations.NullMarked;
