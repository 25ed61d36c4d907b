@NullMarked
package dev.tern.files;

import org.jspecify.annotations.NullMarked;
