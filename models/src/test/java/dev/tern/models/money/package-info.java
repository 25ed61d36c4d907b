/** Tests of prices and limits. */
@NullMarked
package dev.tern.models.money;

import org.jspecify.annotations.NullMarked;
