/**
 * Tern for Spring Boot: {@link dev.tern.spring.boot.TernAutoConfiguration} makes a
 * {@link dev.tern.GraphRag} and its beans for Spring AI and the actuator, from
 * {@link dev.tern.spring.boot.TernProperties}.
 */
@NullMarked
package dev.tern.spring.boot;

import org.jspecify.annotations.NullMarked;
