/** Tests of the files that make the page. */
@NullMarked
package dev.tern.web;

import org.jspecify.annotations.NullMarked;
