/** Tests of the integration with Spring AI. */
@NullMarked
package dev.tern.spring.ai;

import org.jspecify.annotations.NullMarked;
