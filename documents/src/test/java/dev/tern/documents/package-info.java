@NullMarked
package dev.tern.documents;

import org.jspecify.annotations.NullMarked;
