/**
 * Tern inside Spring Boot: {@link dev.tern.spring.boot.TernAutoConfiguration} makes a {@link dev.tern.GraphRag} and what
 * Spring AI and the actuator need around it, from {@link dev.tern.spring.boot.TernProperties}.
 */
@NullMarked
package dev.tern.spring.boot;

import org.jspecify.annotations.NullMarked;
