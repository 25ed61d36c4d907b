/** Tests of the parameters and their ranges. */
@NullMarked
package dev.tern.ingest.index;

import org.jspecify.annotations.NullMarked;
