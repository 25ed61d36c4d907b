@NullMarked
package dev.tern.edit;

import org.jspecify.annotations.NullMarked;
