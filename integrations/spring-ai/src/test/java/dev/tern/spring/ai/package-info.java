/** Tests. */
@NullMarked
package dev.tern.spring.ai;

import org.jspecify.annotations.NullMarked;
