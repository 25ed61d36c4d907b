/**
 * What a server allows: each limit with its key, its usual value, and the least and the most that can be set; and the folders and
 * sites that it may read.
 */
@NullMarked
package dev.tern.app.limits;

import org.jspecify.annotations.NullMarked;
