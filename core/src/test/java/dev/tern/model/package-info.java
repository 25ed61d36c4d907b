/** Tests of the access to models. */
@NullMarked
package dev.tern.model;

import org.jspecify.annotations.NullMarked;
