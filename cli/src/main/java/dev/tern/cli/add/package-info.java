/** The commands that add documents, and list their runs (jobs, costs). */
@NullMarked
package dev.tern.cli.add;

import org.jspecify.annotations.NullMarked;
