@NullMarked
package dev.tern.query;

import org.jspecify.annotations.NullMarked;
