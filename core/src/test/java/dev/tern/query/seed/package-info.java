@NullMarked
package dev.tern.query.seed;

import org.jspecify.annotations.NullMarked;
