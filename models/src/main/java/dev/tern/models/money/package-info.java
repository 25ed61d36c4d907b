/** Prices of models, and limits on spending. */
@NullMarked
package dev.tern.models.money;

import org.jspecify.annotations.NullMarked;
