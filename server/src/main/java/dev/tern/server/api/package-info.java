/**
 * The endpoints of the server: the REST interface below {@code /api/v1}, which {@code openapi.yaml}
 * describes, health, metrics and the page.
 */
@NullMarked
package dev.tern.server.api;

import org.jspecify.annotations.NullMarked;
