package dev.tern.cli.add;

import dev.tern.documents.Listing;
import dev.tern.documents.LoadListener;
import dev.tern.documents.LoadedDocuments;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The documents named on a command line: first JSON lines corpora, which are validated before any
 * document is added, then files, pages and standard input, whose problems are reported when they
 * are read.
 */
final class DocumentSources {
    private final Optional<JsonlCorpus> corpus;
    private final List<String> others;
    private final SourceLoader loader;
    private final Path directory;

    private DocumentSources(Optional<JsonlCorpus> corpus, List<String> others, SourceLoader loader, Path directory) {
        this.corpus = corpus;
        this.others = others;
        this.loader = loader;
        this.directory = directory;
    }

    /**
     * The result of a first look at the sources.
     *
     * @param check the validation of the corpora
     * @param listing the other sources
     */
    record FoundSources(JsonlCorpus.CorpusCheck check, Listing listing) {
        boolean isEmpty() {
            return check.documents() == 0 && listing.files() + listing.streams() == 0;
        }

        /**
         * Returns the exception for places without documents. If there are as many reasons as
         * places, its message lists only the reasons; otherwise also the places.
         *
         * @param sentence the start of a message that lists the places
         */
        TernException nothing(String sentence, List<String> places) {
            String reasons = String.join("; ", listing.skipped());
            if (!reasons.isEmpty() && listing.skipped().size() == places.size()) {
                return TernException.user(reasons);
            }
            return TernException.user(sentence + String.join(", ", places) + (reasons.isEmpty() ? "" : ": " + reasons));
        }

        /** Returns the number of documents in corpora plus the files, pages and standard input. */
        long count() {
            return check.documents() + listing.files() + listing.streams();
        }
    }

    /**
     * Divides places into corpora and others.
     *
     * @param tokenLimit the maximum number of tokens of a statement in a corpus
     * @throws TernException the user's fault, if a place is blank or not a path, or a corpus cannot
     *     be read
     */
    static DocumentSources of(List<String> places, SourceLoader loader, Path directory, int tokenLimit) {
        List<Path> corpora = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (String place : places) {
            if (place.isBlank()) {
                throw TernException.user("a PLACE is blank; for the folder that you are in, write .");
            }
            Optional<Path> path = path(place, directory);
            if (path.isPresent() && isCorpus(path.get())) {
                corpora.add(path.get());
            } else {
                others.add(place);
            }
        }
        return new DocumentSources(
                corpora.isEmpty()
                        ? Optional.empty()
                        : Optional.of(JsonlCorpus.of(corpora).withPassageTokenLimit(tokenLimit)),
                others,
                loader,
                directory);
    }

    /** Validates the corpora, and lists the other sources without reading them. */
    FoundSources find() {
        return new FoundSources(
                corpus.map(JsonlCorpus::check).orElse(new JsonlCorpus.CorpusCheck(0, 0, List.of())),
                others.isEmpty() ? new Listing(0, 0, 0, List.of()) : loader.list(others, directory));
    }

    /** Returns the documents, to be iterated once. */
    SourceDocuments documents(InputStream standardInput, LoadListener listener) {
        return new SourceDocuments(
                corpus.map(JsonlCorpus::documents),
                others.isEmpty()
                        ? Optional.empty()
                        : Optional.of(loader.load(others, directory, standardInput, listener)));
    }

    /** Iterates over documents; closing releases files and the parser's process. */
    static final class SourceDocuments implements Iterable<SourceDocument>, AutoCloseable {
        private final Optional<JsonlCorpus.CorpusDocuments> corpus;
        private final Optional<LoadedDocuments> loaded;

        private SourceDocuments(Optional<JsonlCorpus.CorpusDocuments> corpus, Optional<LoadedDocuments> loaded) {
            this.corpus = corpus;
            this.loaded = loaded;
        }

        @Override
        public Iterator<SourceDocument> iterator() {
            List<Iterator<SourceDocument>> parts = new ArrayList<>();
            corpus.ifPresent(documents -> parts.add(documents.iterator()));
            loaded.ifPresent(documents -> parts.add(documents.iterator()));
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    while (!parts.isEmpty() && !parts.getFirst().hasNext()) {
                        parts.removeFirst();
                    }
                    return !parts.isEmpty();
                }

                @Override
                public SourceDocument next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    return parts.getFirst().next();
                }
            };
        }

        @Override
        public void close() {
            loaded.ifPresent(LoadedDocuments::close);
            corpus.ifPresent(JsonlCorpus.CorpusDocuments::close);
        }
    }

    private static Optional<Path> path(String place, Path directory) {
        if (place.equals(SourceLoader.STANDARD_INPUT) || place.matches("(?i)https?://.*")) {
            return Optional.empty();
        }
        try {
            Path asGiven = Path.of(place);
            // Messages show the path as typed, if it names the same file.
            boolean same = directory.equals(Path.of("").toAbsolutePath());
            return Optional.of(same ? asGiven : directory.resolve(asGiven));
        } catch (InvalidPathException e) {
            throw TernException.user("\"" + place + "\" is not a path: " + e.getReason(), e);
        }
    }

    /** Returns true for a path that is named like a JSON lines file and is not a directory. */
    private static boolean isCorpus(Path path) {
        return path.getFileName() != null
                && path.getFileName().toString().endsWith(".jsonl")
                && !Files.isDirectory(path);
    }
}
