/** Stores and models from settings: {@link Backend}; and graphs: {@link AppSettings}. */
@NullMarked
package dev.tern.app;

import org.jspecify.annotations.NullMarked;
