/** How a graph is doing: {@link dev.tern.profile.GraphProfiler} says whether it will help, and what to change. */
@NullMarked
package dev.tern.profile;

import org.jspecify.annotations.NullMarked;
