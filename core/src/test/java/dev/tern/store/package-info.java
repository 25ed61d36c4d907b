/** Tests of code shared by all stores. */
@NullMarked
package dev.tern.store;

import org.jspecify.annotations.NullMarked;
