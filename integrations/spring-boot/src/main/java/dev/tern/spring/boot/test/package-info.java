/**
 * For tests of an application's own beans over a graph: {@link dev.tern.spring.boot.test.AutoConfigureTestGraph}.
 */
@NullMarked
package dev.tern.spring.boot.test;

import org.jspecify.annotations.NullMarked;
