/** The endpoints of {@code /api/v1}, as {@code openapi.yaml} describes them. */
@NullMarked
package dev.tern.server.api;

import org.jspecify.annotations.NullMarked;
