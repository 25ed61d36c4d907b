/** Shows a chat model the relations of the first passages, and reads which of them it chose. */
@NullMarked
package dev.tern.query.choose;

import org.jspecify.annotations.NullMarked;
