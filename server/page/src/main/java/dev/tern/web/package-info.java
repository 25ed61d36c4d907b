/** The files of the web page, which the server sends. */
@NullMarked
package dev.tern.web;

import org.jspecify.annotations.NullMarked;
