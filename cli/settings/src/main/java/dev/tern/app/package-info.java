/** Creates stores, models and graphs from settings: {@link dev.tern.app.AppSettings}. */
@NullMarked
package dev.tern.app;

import org.jspecify.annotations.NullMarked;
