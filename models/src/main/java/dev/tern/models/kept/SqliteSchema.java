package dev.tern.models.kept;

import java.util.List;

/**
 * The schema of a SQLite file.
 *
 * @param version stored in the file, from 1
 * @param precious true if up to nine damaged files are kept; otherwise only the last one
 * @param tables the statements that create the tables
 */
record SqliteSchema(int version, boolean precious, List<String> tables) {}
