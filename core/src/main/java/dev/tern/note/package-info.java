/**
 * What people say of a graph beside its passages: {@link dev.tern.note.Note}, which is read as an {@link dev.tern.note.Edit}; one
 * kind is the {@link dev.tern.note.Alias}. Nothing here is written on passages, so nothing that is added again undoes it;
 * {@link dev.tern.note.Corrections} and {@link dev.tern.note.AliasGroups} are what it comes to for a question.
 */
@NullMarked
package dev.tern.note;

import org.jspecify.annotations.NullMarked;
