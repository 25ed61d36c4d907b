/** Tests of reading documents from files. */
@NullMarked
package dev.tern.ingest.load;

import org.jspecify.annotations.NullMarked;
