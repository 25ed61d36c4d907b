/** From settings to stores, models and graphs, for every application of Tern: {@link dev.tern.app.AppSettings}. */
@NullMarked
package dev.tern.app;

import org.jspecify.annotations.NullMarked;
