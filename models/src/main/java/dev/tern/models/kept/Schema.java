package dev.tern.models.kept;

import java.util.List;

/**
 * What a file holds.
 *
 * @param version the number that the file is marked with, from 1
 * @param precious whether a damaged file is never deleted to make place for a further one
 * @param tables the statements that make the tables
 */
record Schema(int version, boolean precious, List<String> tables) {}
