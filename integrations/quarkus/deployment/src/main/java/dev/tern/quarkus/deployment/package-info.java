/** What is done for a graph when a Quarkus application is built. */
@NullMarked
package dev.tern.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
