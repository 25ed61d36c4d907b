@NullMarked
package dev.tern.query.answer;

import org.jspecify.annotations.NullMarked;
