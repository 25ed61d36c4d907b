/**
 * Conversations: {@link dev.tern.query.conversation.FollowUps} makes a question that can be asked by itself of one that leans on
 * what was said before.
 */
@NullMarked
package dev.tern.query.conversation;

import org.jspecify.annotations.NullMarked;
