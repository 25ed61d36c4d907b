/** Tests of what the endpoints keep between requests. */
@NullMarked
package dev.tern.server.api;

import org.jspecify.annotations.NullMarked;
