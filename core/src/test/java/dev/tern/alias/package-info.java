@NullMarked
package dev.tern.alias;

import org.jspecify.annotations.NullMarked;
