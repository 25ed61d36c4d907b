@NullMarked
package dev.tern.documents.temporary;

import org.jspecify.annotations.NullMarked;
