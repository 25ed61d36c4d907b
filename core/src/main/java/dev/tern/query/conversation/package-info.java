/** Conversations: {@link dev.tern.query.conversation.FollowUpRewriter} rewrites follow-up questions. */
@NullMarked
package dev.tern.query.conversation;

import org.jspecify.annotations.NullMarked;
