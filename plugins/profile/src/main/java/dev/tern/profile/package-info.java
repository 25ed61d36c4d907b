/** Profiles graphs with {@link dev.tern.profile.GraphProfiler}, and recommends changes. */
@NullMarked
package dev.tern.profile;

import org.jspecify.annotations.NullMarked;
