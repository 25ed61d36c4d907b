/** What programs see: the shapes of answers, and how records are written as JSON. The same for the command line and HTTP. */
@NullMarked
package dev.tern.server.json;

import org.jspecify.annotations.NullMarked;
