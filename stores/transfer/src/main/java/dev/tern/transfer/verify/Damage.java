package dev.tern.transfer.verify;

import dev.tern.graph.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a repair has to do, as the checks find it; it grows with the damage, not with the graph. */
final class Damage {
    /** Rows of statements to remove. */
    final List<String> relationRows = new ArrayList<>();

    /** Entities to remove; those that passages name come back with them. */
    final List<String> entities = new ArrayList<>();

    /** Keys of relations, and ids of entities and passages, whose vectors are not to be trusted. */
    final Set<String> doubtful = new HashSet<>();

    /** Entities and passages that come back when they, or the passages that name them, are written again. */
    final Set<String> misfiled = new HashSet<>();

    /** Passages to remove once the same ones are there under the right id. */
    final Set<String> misnamed = new HashSet<>();

    /** Passages to write again, by id, whatever is found out about their rows. */
    final Map<String, Passage> passages = new HashMap<>();
}
