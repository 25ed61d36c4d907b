/**
 * The commands that add documents (add, sync), and those about the runs that do: estimate, jobs, retry-failed, costs and sources.
 */
@NullMarked
package dev.tern.cli.add;

import org.jspecify.annotations.NullMarked;
