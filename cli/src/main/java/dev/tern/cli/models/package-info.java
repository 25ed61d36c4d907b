/** Tests the configured models with small questions. */
@NullMarked
package dev.tern.cli.models;

import org.jspecify.annotations.NullMarked;
