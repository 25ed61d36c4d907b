/** Tests of the command line: most run a command in this process, a few the real launcher. */
@NullMarked
package dev.tern.cli;

import org.jspecify.annotations.NullMarked;
