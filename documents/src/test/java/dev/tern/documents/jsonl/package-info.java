/** Tests of reading documents from lines of JSON. */
@NullMarked
package dev.tern.documents.jsonl;

import org.jspecify.annotations.NullMarked;
