/**
 * Curation: {@link dev.tern.curation.Edits} corrects errors and gaps of a graph. Edits are notes beside
 * the passages ({@link dev.tern.note.Edit}), and most are {@linkplain dev.tern.note.NamingRules
 * naming rules}. Each write of rows applies the rules, so adding documents again undoes no edit; a
 * new edit rewrites the passages that it affects.
 */
@NullMarked
package dev.tern.curation;

import org.jspecify.annotations.NullMarked;
