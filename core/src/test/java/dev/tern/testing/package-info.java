/** Hand-written fakes for tests: models, a recording store, a failing disk. */
@NullMarked
package dev.tern.testing;

import org.jspecify.annotations.NullMarked;
