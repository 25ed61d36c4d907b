/** Configuration: what can be set, where a value comes from, and what it is once everything is put together. */
@NullMarked
package dev.tern.app.config;

import org.jspecify.annotations.NullMarked;
