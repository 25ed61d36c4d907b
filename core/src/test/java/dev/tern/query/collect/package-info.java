@NullMarked
package dev.tern.query.collect;

import org.jspecify.annotations.NullMarked;
