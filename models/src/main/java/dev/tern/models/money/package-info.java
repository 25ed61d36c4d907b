/** Prices of models, and limits of what is spent on them. */
@NullMarked
package dev.tern.models.money;

import org.jspecify.annotations.NullMarked;
