/** The endpoints of the server, which {@code openapi.yaml} describes, and the page. */
@NullMarked
package dev.tern.server.api;

import org.jspecify.annotations.NullMarked;
