/** Configuration: settings, the origins of their values, and the merged result. */
@NullMarked
package dev.tern.app.config;

import org.jspecify.annotations.NullMarked;
