/** Text in any script: sentences, white space and languages. */
@NullMarked
package dev.tern.text;

import org.jspecify.annotations.NullMarked;
