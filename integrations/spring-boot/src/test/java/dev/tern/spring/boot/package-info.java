/** Tests. */
@NullMarked
package dev.tern.spring.boot;

import org.jspecify.annotations.NullMarked;
