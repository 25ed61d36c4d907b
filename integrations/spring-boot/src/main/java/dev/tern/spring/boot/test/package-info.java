/**
 * Support for tests of an application: {@link dev.tern.spring.boot.test.AutoConfigureTestGraph}.
 */
@NullMarked
package dev.tern.spring.boot.test;

import org.jspecify.annotations.NullMarked;
