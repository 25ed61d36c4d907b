/** The page, as files that a server sends. */
@NullMarked
package dev.tern.web;

import org.jspecify.annotations.NullMarked;
