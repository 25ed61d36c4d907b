/** The build steps of the Quarkus extension. */
@NullMarked
package dev.tern.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
