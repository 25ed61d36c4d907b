/** Every knob of the method, with its default and its range. */
@NullMarked
package dev.tern.settings;

import org.jspecify.annotations.NullMarked;
