/** The command, the endpoints and the jobs that synchronise graphs with folders and sites. */
@NullMarked
package dev.tern.documents.sync.command;

import org.jspecify.annotations.NullMarked;
