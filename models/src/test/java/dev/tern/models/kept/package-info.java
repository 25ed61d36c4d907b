@NullMarked
package dev.tern.models.kept;

import org.jspecify.annotations.NullMarked;
