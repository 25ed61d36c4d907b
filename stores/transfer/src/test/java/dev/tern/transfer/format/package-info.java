/** Tests of what goes out as files and comes in from them. */
@NullMarked
package dev.tern.transfer.format;

import org.jspecify.annotations.NullMarked;
