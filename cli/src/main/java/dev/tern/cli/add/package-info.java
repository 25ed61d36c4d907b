/** The commands that add documents, and list the runs and costs of additions. */
@NullMarked
package dev.tern.cli.add;

import org.jspecify.annotations.NullMarked;
