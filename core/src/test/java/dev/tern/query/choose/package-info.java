@NullMarked
package dev.tern.query.choose;

import org.jspecify.annotations.NullMarked;
