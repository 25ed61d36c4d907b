@NullMarked
package dev.tern.query.expand;

import org.jspecify.annotations.NullMarked;
