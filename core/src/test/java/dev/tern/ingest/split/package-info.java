/** Tests of splitting. */
@NullMarked
package dev.tern.ingest.split;

import org.jspecify.annotations.NullMarked;
