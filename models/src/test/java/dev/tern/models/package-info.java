@NullMarked
package dev.tern.models;

import org.jspecify.annotations.NullMarked;
