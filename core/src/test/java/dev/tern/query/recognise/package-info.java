@NullMarked
package dev.tern.query.recognise;

import org.jspecify.annotations.NullMarked;
