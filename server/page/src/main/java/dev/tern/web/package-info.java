/** The page, as files for a server to send. */
@NullMarked
package dev.tern.web;

import org.jspecify.annotations.NullMarked;
