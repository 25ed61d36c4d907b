/** Conversations: {@link dev.tern.query.conversation.FollowUps} rewrites follow-up questions. */
@NullMarked
package dev.tern.query.conversation;

import org.jspecify.annotations.NullMarked;
