/**
 * What stands before every request: who may come in, from where, how often and with how much; and what is said where
 * something goes wrong.
 */
@NullMarked
package dev.tern.server.front;

import org.jspecify.annotations.NullMarked;
