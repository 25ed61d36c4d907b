@NullMarked
package dev.tern.cli.setup;

import org.jspecify.annotations.NullMarked;
