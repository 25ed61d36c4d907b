/** Tests of the server over the wire. */
@NullMarked
package dev.tern.server;

import org.jspecify.annotations.NullMarked;
