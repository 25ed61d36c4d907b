/**
 * Tern for Spring Boot: auto-configures, from {@link dev.tern.spring.boot.TernProperties}, a
 * {@link dev.tern.GraphRag}, its beans for Spring AI and the actuator, and the reading of documents
 * in the background.
 */
@NullMarked
package dev.tern.spring.boot;

import org.jspecify.annotations.NullMarked;
