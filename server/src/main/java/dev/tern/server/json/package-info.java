/** The JSON of answers, edits and reports, the same for the command line and HTTP. */
@NullMarked
package dev.tern.server.json;

import org.jspecify.annotations.NullMarked;
