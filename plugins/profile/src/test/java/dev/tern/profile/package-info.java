@NullMarked
package dev.tern.profile;

import org.jspecify.annotations.NullMarked;
