/** Tests of the integration with Spring Boot. */
@NullMarked
package dev.tern.spring.boot;

import org.jspecify.annotations.NullMarked;
