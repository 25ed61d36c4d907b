/** What a server allows those who ask it: each limit with its key, its usual value, and the least and the most that can be set. */
@NullMarked
package dev.tern.app.limits;

import org.jspecify.annotations.NullMarked;
