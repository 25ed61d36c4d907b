/** The server: Tern over HTTP, for programs, agents and the page. */
@NullMarked
package dev.tern.server;

import org.jspecify.annotations.NullMarked;
