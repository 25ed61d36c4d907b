/** {@code tern models}: whether the configured models work. */
@NullMarked
package dev.tern.cli.models;

import org.jspecify.annotations.NullMarked;
