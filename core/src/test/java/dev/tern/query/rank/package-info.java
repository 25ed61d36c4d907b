@NullMarked
package dev.tern.query.rank;

import org.jspecify.annotations.NullMarked;
