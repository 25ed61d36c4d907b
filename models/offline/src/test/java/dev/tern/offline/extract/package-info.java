@NullMarked
package dev.tern.offline.extract;

import org.jspecify.annotations.NullMarked;
