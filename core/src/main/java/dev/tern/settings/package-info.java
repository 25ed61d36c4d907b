/** Parameters of the method, with their defaults and ranges. */
@NullMarked
package dev.tern.settings;

import org.jspecify.annotations.NullMarked;
