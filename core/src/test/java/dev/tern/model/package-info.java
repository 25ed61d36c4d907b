/** Tests of what stands between the steps and the models. */
@NullMarked
package dev.tern.model;

import org.jspecify.annotations.NullMarked;
