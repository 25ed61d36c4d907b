/** Profiles graphs with {@link dev.tern.profile.Profile}, and recommends changes. */
@NullMarked
package dev.tern.profile;

import org.jspecify.annotations.NullMarked;
