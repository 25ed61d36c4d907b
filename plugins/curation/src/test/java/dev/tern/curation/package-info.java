@NullMarked
package dev.tern.curation;

import org.jspecify.annotations.NullMarked;
