/**
 * Curation: {@link dev.tern.edit.Edits} records errors and gaps of a graph. Edits are notes beside
 * the passages ({@link dev.tern.note.Edit}), and most are {@linkplain dev.tern.note.NamingRules
 * naming rules}: rows are written by them, so adding documents again undoes none, and the passages
 * that an edit concerns are written again.
 */
@NullMarked
package dev.tern.edit;

import org.jspecify.annotations.NullMarked;
