package dev.tern.curation.command;

import dev.tern.curation.alias.AliasDoubt;
import java.util.List;

/** Doubtful merges of names as JSON, one for each pair of names. */
record DoubtsJson(List<DoubtJson> doubts) {
    /** Two merged names that probably differ, and the edit that merged them. */
    record DoubtJson(EditJson edit, List<String> names, List<String> reasons) {}

    static DoubtsJson of(List<AliasDoubt> doubts) {
        return new DoubtsJson(doubts.stream()
                .map(doubt -> new DoubtJson(
                        EditJson.of(doubt.merge()), List.of(doubt.name(), doubt.other()), doubt.reasons()))
                .toList());
    }
}
