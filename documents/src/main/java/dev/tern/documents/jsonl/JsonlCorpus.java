package dev.tern.documents.jsonl;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.model.TokenEstimator;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A corpus of JSON lines, in the layout of BEIR's {@code corpus.jsonl}: one object per line with
 * {@code _id}, {@code text}, optionally {@code title} and {@code metadata}; in the metadata, {@code
 * triplets} is a list of [subject, predicate, object] and {@code statements} a list of {"text":
 * ..., "entities": [...]}.
 *
 * <p>A line is an {@link InvalidLine} and skipped if it is no such object, repeats an id, or
 * exceeds the limit of tokens of a passage. A triplet or statement that is malformed or exceeds
 * that limit is dropped. Immutable; its documents and iterators are not thread-safe.
 */
public final class JsonlCorpus {
    /** The maximum number of problems that a check collects before it fails. */
    private static final int MAX_PROBLEMS = 10_000;

    private static final Pattern EXPORT =
            Pattern.compile("^\\s*\\{\\s*\"header\"\\s*:\\s*\\{\\s*\"format\"\\s*:\\s*\"tern-graph\"");

    private final List<Path> files;
    private final int passageTokenLimit;

    private JsonlCorpus(List<Path> files, int passageTokenLimit) {
        this.files = files;
        this.passageTokenLimit = passageTokenLimit;
    }

    /**
     * The result of a check.
     *
     * @param documents the number of valid documents
     * @param droppedStatements the number of triplets and statements that are malformed or too long
     * @param problems the invalid lines and the empty files, in order
     */
    public record CorpusCheck(long documents, long droppedStatements, List<InvalidLine> problems) {}

    /**
     * A line that is invalid, or a file that is empty.
     *
     * @param location the file, a colon and the line from 1; only the file if that is empty
     * @param message the problem, for example the expected and the found content
     */
    public record InvalidLine(String location, String message) {
        @Override
        public String toString() {
            return location + ": " + message;
        }
    }

    /**
     * Returns the corpus of files and folders. A folder stands for its {@code corpus.jsonl}, or
     * else for all its files that end in {@code .jsonl}, by name.
     *
     * @throws TernException if a path is missing, unreadable, or not a file or such a folder
     */
    public static JsonlCorpus of(List<Path> paths) {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            files.addAll(files(path));
        }
        return new JsonlCorpus(List.copyOf(files), Parameters.DEFAULT.get(Parameter.PASSAGE_TOKEN_LIMIT));
    }

    /**
     * Returns a document of separate parts, as a line with these parts would give it; its text may
     * be of any length. Triplets and statements that are malformed or too long are dropped.
     *
     * @param title the title, or empty
     * @param metadata a JSON object as in a line, or empty
     * @param triplets a JSON array in place of the metadata's {@code triplets}, or empty
     * @param passageTokenLimit the maximum {@linkplain TokenEstimator#estimate tokens} of a
     *     statement
     * @throws TernException if the parts are invalid
     */
    public static SourceDocument document(
            String id, String title, String text, String metadata, String triplets, int passageTokenLimit) {
        try {
            SourceDocument document =
                    JsonlDocument.of(id, title, text, metadata, triplets).document();
            return document.withStatements(document.statements().stream()
                    .filter(statement -> fits(statement, passageTokenLimit))
                    .toList());
        } catch (InvalidLineException e) {
            throw TernException.user(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns true if a statement and its names are within the token limit. */
    private static boolean fits(Statement statement, int tokens) {
        return TokenEstimator.estimate(statement.text()) <= tokens
                && statement.entities().stream().allMatch(name -> TokenEstimator.estimate(name) <= tokens);
    }

    /** Returns this corpus with another limit of a passage, in estimated tokens. */
    public JsonlCorpus withPassageTokenLimit(int tokens) {
        return new JsonlCorpus(files, tokens);
    }

    /** Returns true if a line is the header of an exported graph, which has to be imported. */
    public static boolean beginsExport(String line) {
        return EXPORT.matcher(line).find();
    }

    private static List<Path> files(Path path) {
        if (!Files.exists(path)) {
            boolean link = Files.isSymbolicLink(path);
            throw TernException.user(path + (link ? " is a broken link" : " does not exist"));
        }
        if (!Files.isReadable(path)) {
            throw TernException.user(path + " cannot be read: no permission");
        }
        if (!Files.isDirectory(path)) {
            if (!Files.isRegularFile(path)) {
                // A pipe, for example, is empty when it is read again after the check.
                throw TernException.user(path + " is not a file: documents are checked before they are added, so they"
                        + " are read twice; put them into a file first");
            }
            return List.of(path);
        }
        Path corpus = path.resolve("corpus.jsonl");
        if (Files.isRegularFile(corpus)) {
            return List.of(corpus);
        }
        try (Stream<Path> children = Files.list(path)) {
            List<Path> found = children.filter(
                            child -> child.getFileName().toString().endsWith(".jsonl") && Files.isRegularFile(child))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw TernException.user("the folder " + path + " has no file that ends in .jsonl");
            }
            return found;
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /**
     * Reads everything and counts documents and problems.
     *
     * @throws TernException if over 10,000 lines are invalid, or a file is an exported graph or can
     *     no longer be read
     */
    public CorpusCheck check() {
        List<InvalidLine> problems = new ArrayList<>();
        try (CorpusReader reading = new CorpusReader(problem -> keep(problem, problems))) {
            long documents = 0;
            while (reading.hasNext()) {
                reading.next();
                documents++;
            }
            return new CorpusCheck(documents, reading.droppedStatements, List.copyOf(problems));
        }
    }

    private static void keep(InvalidLine problem, List<InvalidLine> problems) {
        if (problems.size() == MAX_PROBLEMS) {
            throw TernException.user(
                    "more than 10,000 lines are not documents: are these files of JSON lines? The first is "
                            + problems.getFirst());
        }
        problems.add(problem);
    }

    /** Returns the documents in file order, without invalid lines; every iterator reads anew. */
    public CorpusDocuments documents() {
        return documents(problem -> {});
    }

    /** Returns {@link #documents()} whose iterators report the invalid lines. */
    public CorpusDocuments documents(Consumer<InvalidLine> problems) {
        return new CorpusDocuments(problems);
    }

    /** The documents of a corpus. Closing it ends unfinished iterators and closes their files. */
    public final class CorpusDocuments implements Iterable<SourceDocument>, AutoCloseable {
        private final List<CorpusReader> readings = new ArrayList<>();
        private final Consumer<InvalidLine> problems;

        private CorpusDocuments(Consumer<InvalidLine> problems) {
            this.problems = problems;
        }

        @Override
        public Iterator<SourceDocument> iterator() {
            CorpusReader reading = new CorpusReader(problems);
            readings.add(reading);
            return reading;
        }

        @Override
        public void close() {
            readings.forEach(CorpusReader::close);
            readings.clear();
        }
    }

    private static TernException unreadable(Path path, IOException e) {
        String reason = switch (e) {
            case AccessDeniedException denied -> "no permission";
            case NoSuchFileException gone -> "it no longer exists";
            default -> String.valueOf(e.getMessage());
        };
        return TernException.user(path + " cannot be read: " + reason, e);
    }

    /** Reads the files one after the other. */
    private final class CorpusReader implements Iterator<SourceDocument>, AutoCloseable {
        private final Iterator<Path> rest = files.iterator();
        private Path file = Path.of("");
        private final Consumer<InvalidLine> problems;
        private final Map<String, String> placeOfId = new HashMap<>();
        private @Nullable Utf8Lines lines;
        private @Nullable SourceDocument next;
        private boolean closed;
        private long linesWithText;
        private long droppedStatements;

        private CorpusReader(Consumer<InvalidLine> problems) {
            this.problems = problems;
        }

        @Override
        public boolean hasNext() {
            while (next == null && advance()) {
                // Continue with the next valid line.
            }
            return next != null;
        }

        @Override
        public SourceDocument next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            SourceDocument document = next;
            next = null;
            return document;
        }

        /** Reads a line or opens a file; returns false at the end. */
        private boolean advance() {
            try {
                if (lines == null) {
                    if (closed || !rest.hasNext()) {
                        return false;
                    }
                    file = rest.next();
                    lines = new Utf8Lines(file);
                    linesWithText = 0;
                    return true;
                }
                Optional<Utf8Lines.NumberedLine> line = lines.next();
                if (line.isPresent()) {
                    read(file + ":" + line.get().number(), line.get());
                    return true;
                }
                if (linesWithText == 0) {
                    problems.accept(new InvalidLine(file.toString(), "the file is empty"));
                }
                closeFile();
                return true;
            } catch (IOException e) {
                close();
                throw unreadable(file, e);
            }
        }

        private void read(String place, Utf8Lines.NumberedLine line) {
            if (line.problem().isEmpty() && line.text().isBlank()) {
                return;
            }
            linesWithText++;
            if (linesWithText == 1 && beginsExport(line.text())) {
                throw TernException.user(file + " is an exported graph: load it with tern import");
            }
            try {
                if (line.problem().isPresent()) {
                    throw new InvalidLineException(line.problem().get());
                }
                JsonlDocument parsed = JsonlDocument.parse(line.text());
                SourceDocument document = parsed.document();
                int tokens = TokenEstimator.estimate(document.title()) + TokenEstimator.estimate(document.text());
                if (tokens > passageTokenLimit) {
                    throw new InvalidLineException("the document \"" + document.id() + "\" has about " + tokens
                            + " tokens; a passage may have " + passageTokenLimit
                            + " (passageTokenLimit): split it first");
                }
                String earlier = placeOfId.putIfAbsent(document.id(), place);
                if (earlier != null) {
                    throw new InvalidLineException("the _id \"" + document.id() + "\" was already used at " + earlier);
                }
                List<Statement> fitting = document.statements().stream()
                        .filter(statement -> fits(statement, passageTokenLimit))
                        .toList();
                droppedStatements +=
                        parsed.droppedStatements() + document.statements().size() - fitting.size();
                next = document.withStatements(fitting);
            } catch (InvalidLineException e) {
                problems.accept(new InvalidLine(place, String.valueOf(e.getMessage())));
            }
        }

        @Override
        public void close() {
            closed = true;
            closeFile();
        }

        private void closeFile() {
            if (lines != null) {
                try {
                    lines.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    lines = null;
                }
            }
        }
    }
}
