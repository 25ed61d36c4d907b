@NullMarked
package dev.tern.query.cite;

import org.jspecify.annotations.NullMarked;
