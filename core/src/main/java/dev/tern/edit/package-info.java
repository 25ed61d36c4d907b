/**
 * Curation: {@link dev.tern.edit.Edits} says what is wrong with a graph and what is missing in it, and takes it back. Edits are notes beside
 * the passages ({@link dev.tern.note.Edit}); what they come to is applied over what a store returns ({@link
 * dev.tern.store.CuratedView}), so adding documents again undoes none of them.
 */
@NullMarked
package dev.tern.edit;

import org.jspecify.annotations.NullMarked;
