/** Tests of imports that need no server. */
@NullMarked
package dev.tern.spark.bulk;

import org.jspecify.annotations.NullMarked;
