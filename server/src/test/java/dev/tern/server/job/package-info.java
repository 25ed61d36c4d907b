/** Tests of jobs: with failing disks and failing work. */
@NullMarked
package dev.tern.server.job;

import org.jspecify.annotations.NullMarked;
