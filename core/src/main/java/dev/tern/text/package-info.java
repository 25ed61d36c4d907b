/** Text in any script: sentences, white space, languages, and secrets to be hidden. */
@NullMarked
package dev.tern.text;

import org.jspecify.annotations.NullMarked;
