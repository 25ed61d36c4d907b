package dev.tern.models.kept;

import java.util.List;

/**
 * The schema of a file.
 *
 * @param version stored in the file, from 1
 * @param precious whether damaged files are kept rather than replaced
 * @param tables the statements that create the tables
 */
record Schema(int version, boolean precious, List<String> tables) {}
