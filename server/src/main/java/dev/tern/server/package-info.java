/** The server: the library over HTTP, for programs and for a page. */
@NullMarked
package dev.tern.server;

import org.jspecify.annotations.NullMarked;
