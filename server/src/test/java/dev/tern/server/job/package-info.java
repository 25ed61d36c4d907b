/** Tests of jobs: on a disk that fails, under work that fails. */
@NullMarked
package dev.tern.server.job;

import org.jspecify.annotations.NullMarked;
