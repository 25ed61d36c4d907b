/** Temporary folders that outlive no process. */
@NullMarked
package dev.tern.documents.temporary;

import org.jspecify.annotations.NullMarked;
