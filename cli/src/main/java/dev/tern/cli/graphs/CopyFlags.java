package dev.tern.cli.graphs;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.Flags;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose the source and the target of a copy. */
final class CopyFlags {
    @Option(
            names = "--from",
            required = true,
            paramLabel = "URI",
            description = "The store to copy from: a directory, or the address of a Milvus server.")
    private String from = "";

    @Option(
            names = "--to",
            required = true,
            paramLabel = "URI",
            description = "The store to copy to, likewise; it need not exist.")
    private String to = "";

    @Option(
            names = "--graph",
            paramLabel = "NAME",
            description = "The graph to copy (default: $$TERN_GRAPH, else \"default\").")
    private @Nullable String graph;

    @Option(names = "--to-graph", paramLabel = "NAME", description = "The graph to copy to (default: the same name).")
    private @Nullable String toGraph;

    @Option(names = "--without-notes", description = "Leave out notes: sources, edits, rules about sources, themes.")
    boolean withoutNotes;

    Flags source() {
        return new Side(from, "--from", graph, "--graph");
    }

    Flags target() {
        return toGraph == null ? new Side(to, "--to", graph, "--graph") : new Side(to, "--to", toGraph, "--to-graph");
    }

    private static final class Side extends Flags {
        Side(String store, String storeFlag, @Nullable String graph, String graphFlag) {
            set(Setting.STORE, storeFlag, store);
            if (graph != null) {
                set(Setting.GRAPH, graphFlag, graph);
            }
        }
    }
}
