/** The command and the endpoint of profiles. */
@NullMarked
package dev.tern.profile.command;

import org.jspecify.annotations.NullMarked;
