package dev.tern.models.kept;

import java.util.List;

/**
 * The schema of a SQLite file.
 *
 * @param version the version of the schema, from 1, which the file stores
 * @param precious true to keep up to nine damaged files; false to keep only the last one
 * @param tables the statements that create tables and indexes
 */
record SqliteSchema(int version, boolean precious, List<String> tables) {}
