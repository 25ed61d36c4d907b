/**
 * How easily an answer is led astray: {@link dev.tern.eval.poison.Poison} writes passages against questions as an attacker
 * would, {@link dev.tern.eval.poison.Poisoning} measures how far forward they come in every mode, and what each
 * {@link dev.tern.eval.poison.Defence} brings.
 */
@NullMarked
package dev.tern.eval.poison;

import org.jspecify.annotations.NullMarked;
