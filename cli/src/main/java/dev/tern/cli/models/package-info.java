/** Asks the configured models small questions: whether they work. */
@NullMarked
package dev.tern.cli.models;

import org.jspecify.annotations.NullMarked;
