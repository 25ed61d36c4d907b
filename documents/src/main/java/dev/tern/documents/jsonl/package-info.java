/** Reads documents from lines of JSON, with statements or without. */
@NullMarked
package dev.tern.documents.jsonl;

import org.jspecify.annotations.NullMarked;
