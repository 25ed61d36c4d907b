/** {@code tern eval}: measures how well the modes find what question sets call for. */
@NullMarked
package dev.tern.eval.command;

import org.jspecify.annotations.NullMarked;
