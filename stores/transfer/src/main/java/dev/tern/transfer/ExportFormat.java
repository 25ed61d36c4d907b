package dev.tern.transfer;

/** What a graph is written as. */
public enum ExportFormat {
    /** JSON, an object a line; the only one that can be imported again. */
    JSONL("jsonl"),
    /** Three tables for a spreadsheet or a database, in a zip. */
    CSV("zip"),
    /** XML for programs that draw and analyse graphs. */
    GRAPHML("graphml"),
    /** Statements that build the graph in Neo4j. */
    CYPHER("cypher");

    private final String ending;

    ExportFormat(String ending) {
        this.ending = ending;
    }

    /** How the name of such a file ends, without the dot. */
    public String ending() {
        return ending;
    }
}
