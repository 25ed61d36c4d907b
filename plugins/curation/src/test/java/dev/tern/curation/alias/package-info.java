@NullMarked
package dev.tern.curation.alias;

import org.jspecify.annotations.NullMarked;
