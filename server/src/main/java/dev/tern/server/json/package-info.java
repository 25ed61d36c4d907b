/** The JSON of answers and edits, the same for the command line and HTTP. */
@NullMarked
package dev.tern.server.json;

import org.jspecify.annotations.NullMarked;
