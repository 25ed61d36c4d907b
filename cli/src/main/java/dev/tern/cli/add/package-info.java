/** The commands that add documents, and those about the runs that do (jobs, costs). */
@NullMarked
package dev.tern.cli.add;

import org.jspecify.annotations.NullMarked;
