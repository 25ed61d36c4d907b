@NullMarked
package dev.tern.cli.serve;

import org.jspecify.annotations.NullMarked;
