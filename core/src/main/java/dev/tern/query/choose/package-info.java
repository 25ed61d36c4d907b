/** Shows a chat model the relations of the first passages, and parses its choice. */
@NullMarked
package dev.tern.query.choose;

import org.jspecify.annotations.NullMarked;
