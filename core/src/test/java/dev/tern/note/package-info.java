@NullMarked
package dev.tern.note;

import org.jspecify.annotations.NullMarked;
