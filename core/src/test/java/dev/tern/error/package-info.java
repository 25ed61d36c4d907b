/** Tests of exceptions and of removing secrets. */
@NullMarked
package dev.tern.error;

import org.jspecify.annotations.NullMarked;
