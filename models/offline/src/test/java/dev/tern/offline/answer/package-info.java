@NullMarked
package dev.tern.offline.answer;

import org.jspecify.annotations.NullMarked;
