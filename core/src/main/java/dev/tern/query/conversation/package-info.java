/** Turns of a conversation, and the rewriting of follow-up questions. */
@NullMarked
package dev.tern.query.conversation;

import org.jspecify.annotations.NullMarked;
