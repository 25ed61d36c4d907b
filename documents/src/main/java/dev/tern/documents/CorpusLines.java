package dev.tern.documents;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Reads documents from a file of JSON lines, the layout of a corpus. A file that the user named is
 * trusted: it brings its own ids, metadata and statements. From any other file only titles and
 * texts are read, and the ids begin with the file's id.
 */
final class CorpusLines {
    private static final Pattern ID = Pattern.compile("^\\s*\\{.*\"_id\"\\s*:");
    private static final Pattern TEXT = Pattern.compile("\"text\"\\s*:");

    private final SourceFile source;
    private final String type;
    private final LoadListener listener;

    CorpusLines(SourceFile source, String type, LoadListener listener) {
        this.source = source;
        this.type = type;
        this.listener = listener;
    }

    /**
     * Returns true if the first line looks like a document of a corpus, with an _id and a text.
     *
     * @throws UnreadableException if the first line begins an exported graph
     */
    boolean isIn(byte[] beginning) throws UnreadableException {
        String text = TextEncoding.decode(beginning, "").text();
        String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        if (JsonlCorpus.beginsExport(first)) {
            throw new UnreadableException("is an exported graph: load it with tern import");
        }
        boolean wholeOrCut = first.endsWith("}")
                || (beginning.length == TextEncoding.BEGINNING && first.length() > TextEncoding.BEGINNING / 4);
        return wholeOrCut && ID.matcher(first).find() && TEXT.matcher(first).find();
    }

    /** Returns the documents, read one at a time; invalid lines are reported as skipped. */
    Iterator<SourceDocument> documents(Path file) {
        JsonlCorpus corpus = JsonlCorpus.of(List.of(file)).withPassageTokenLimit(Integer.MAX_VALUE);
        int path = file.toString().length();
        JsonlCorpus.CorpusDocuments lines =
                corpus.documents(problem -> skipped(problem.location().substring(path), problem.message()));
        if (source.named()) {
            return lines.iterator();
        }
        listener.documentChanged(
                source.shown(),
                "is read as text, without the ids, metadata and statements of its lines: to keep them, name the file"
                        + " itself, or send its lines to a server as documents");
        return StreamSupport.stream(lines.spliterator(), false)
                .filter(this::fits)
                .map(this::ours)
                .iterator();
    }

    private boolean fits(SourceDocument line) {
        int length = source.idOf(line.id()).length();
        if (length > SourceDocument.MAX_ID_LENGTH) {
            skipped(
                    "",
                    "with its _id \"" + line.id().substring(0, 40) + "...\" its id has " + length
                            + " characters; the limit is " + SourceDocument.MAX_ID_LENGTH);
        }
        return length <= SourceDocument.MAX_ID_LENGTH;
    }

    private SourceDocument ours(SourceDocument line) {
        Map<String, String> metadata = Map.of("source", source.shown(), "type", type);
        return SourceDocument.of(source.idOf(line.id()), line.text())
                .withTitle(line.title())
                .withMetadata(SourceMetadata.of(metadata));
    }

    private void skipped(String line, String reason) {
        listener.skipped(source.shown() + line, "is not a document: " + reason);
    }
}
