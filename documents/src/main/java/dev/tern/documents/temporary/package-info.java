/** Temporary folders, removed when closed, or by a later process if theirs was killed. */
@NullMarked
package dev.tern.documents.temporary;

import org.jspecify.annotations.NullMarked;
