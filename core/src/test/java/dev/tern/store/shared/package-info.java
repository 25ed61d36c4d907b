/** Tests of code shared by all stores. */
@NullMarked
package dev.tern.store.shared;

import org.jspecify.annotations.NullMarked;
