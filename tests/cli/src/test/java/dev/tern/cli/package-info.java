/** Tests of the command line as a process of its own: started by its script, interrupted, killed; and of whole question sets. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
