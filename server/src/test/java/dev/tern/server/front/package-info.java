/** Tests of single guards. */
@NullMarked
package dev.tern.server.front;

import org.jspecify.annotations.NullMarked;
