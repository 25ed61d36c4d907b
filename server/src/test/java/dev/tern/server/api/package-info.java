/** Tests of the endpoints' caches. */
@NullMarked
package dev.tern.server.api;

import org.jspecify.annotations.NullMarked;
