package dev.tern.eval.questions;

import dev.tern.error.TernException;
import dev.tern.eval.questions.BeirDataset.BeirCorpus;
import dev.tern.graph.SourceDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Merges several corpora into one, over which the questions of all sets are evaluated.
 *
 * <p>Documents with the same letters and digits in title and text, ignoring case, become one
 * document: the first with statements, or else the first. If different documents have the same id,
 * the first keeps it, and the ids of others are prefixed with the name of their corpus.
 */
public final class MergedCorpus implements Corpus {
    private final List<CorpusPart> parts;

    private record CorpusPart(
            String name, Corpus corpus, Map<String, String> idOfKept, Map<String, String> idOfDropped) {}

    /** The document that is kept of all documents with the same text. */
    private record KeptText(int part, String id, boolean hasStatements) {}

    private MergedCorpus(List<CorpusPart> parts) {
        this.parts = parts;
    }

    /**
     * Returns the sets over their merged corpus.
     *
     * @param more the other corpora to merge, which have no questions
     * @return the sets in the same order, with the ids of the merged corpus
     * @throws TernException the user's fault, if two corpora have the same name or one cannot be
     *     read
     */
    public static List<QuestionSet> of(List<QuestionSet> sets, List<BeirCorpus> more) {
        List<String> names = new ArrayList<>();
        List<Corpus> corpora = new ArrayList<>();
        SortedMap<String, String> checksums = new TreeMap<>();
        sets.forEach(set -> {
            add(set.name(), set.corpus(), names, corpora);
            set.checksums().forEach((file, sum) -> checksums.put(set.name() + "/" + file, sum));
        });
        more.forEach(documents -> {
            add(documents.name(), documents.corpus(), names, corpora);
            documents.checksums().forEach((file, sum) -> checksums.put(documents.name() + "/" + file, sum));
        });
        List<CorpusPart> parts = parts(names, corpora);
        MergedCorpus merged = new MergedCorpus(parts);
        long documents = parts.stream().mapToLong(part -> part.idOfKept.size()).sum();
        List<QuestionSet> mergedSets = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            Map<String, String> newIds = new HashMap<>(parts.get(i).idOfKept);
            newIds.putAll(parts.get(i).idOfDropped);
            List<GoldQuestion> queries = sets.get(i).queries().stream()
                    .map(query -> query.renamed(newIds))
                    .toList();
            mergedSets.add(new QuestionSet(sets.get(i).name(), merged, documents, queries, checksums));
        }
        return mergedSets;
    }

    private static void add(String name, Corpus corpus, List<String> names, List<Corpus> corpora) {
        if (names.contains(name)) {
            throw TernException.user("two of the sets to merge are called " + name + ": rename one of the folders");
        }
        names.add(name);
        corpora.add(corpus);
    }

    private static List<CorpusPart> parts(List<String> names, List<Corpus> corpora) {
        Map<String, KeptText> keptOfText = keptOfText(corpora);
        Set<String> used = new HashSet<>();
        Map<KeptText, String> newIds = new HashMap<>();
        List<CorpusPart> parts = new ArrayList<>();
        for (int part = 0; part < corpora.size(); part++) {
            parts.add(new CorpusPart(names.get(part), corpora.get(part), new HashMap<>(), new HashMap<>()));
        }
        // Kept documents get ids first, because dropped ones may refer to a later part.
        for (int part = 0; part < corpora.size(); part++) {
            CorpusPart into = parts.get(part);
            int place = part;
            eachOf(corpora.get(part), document -> {
                KeptText keptText = keptOfText.get(key(document));
                if (keptText != null && keptText.part == place && keptText.id.equals(document.id())) {
                    String id = document.id();
                    while (!used.add(id)) {
                        id = into.name + "/" + id;
                    }
                    newIds.put(keptText, id);
                    into.idOfKept.put(document.id(), id);
                }
            });
        }
        for (CorpusPart part : parts) {
            eachOf(part.corpus, document -> {
                KeptText keptText = keptOfText.get(key(document));
                if (keptText != null && !part.idOfKept.containsKey(document.id())) {
                    part.idOfDropped.put(document.id(), newIds.getOrDefault(keptText, document.id()));
                }
            });
        }
        return parts;
    }

    private static Map<String, KeptText> keptOfText(List<Corpus> corpora) {
        Map<String, KeptText> keptOfText = new HashMap<>();
        for (int part = 0; part < corpora.size(); part++) {
            int place = part;
            eachOf(corpora.get(part), document -> {
                KeptText here = new KeptText(
                        place, document.id(), !document.statements().isEmpty());
                keptOfText.merge(
                        key(document),
                        here,
                        (first, next) -> next.hasStatements && !first.hasStatements ? next : first);
            });
        }
        return keptOfText;
    }

    private static void eachOf(Corpus corpus, Consumer<SourceDocument> use) {
        try (Stream<SourceDocument> reading = corpus.open()) {
            reading.forEach(use);
        }
    }

    /** Returns a checksum of the letters and digits of title and text, ignoring case. */
    static String key(SourceDocument document) {
        return key(document.title() + "\n" + document.text());
    }

    /** Returns a checksum of the letters and digits of a text, ignoring case. */
    static String key(String text) {
        StringBuilder letters = new StringBuilder(text.length());
        text.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(letters::appendCodePoint);
        return Checksum.of(letters.toString());
    }

    @Override
    public Stream<SourceDocument> open() {
        MergedReading reading = new MergedReading();
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(reading, 0), false)
                .onClose(reading::close);
    }

    /** Reads the kept documents, one part after the other. */
    private final class MergedReading implements Iterator<SourceDocument> {
        private final Iterator<CorpusPart> rest = parts.iterator();
        private Stream<SourceDocument> open = Stream.empty();
        private Iterator<SourceDocument> documents = open.iterator();
        private Map<String, String> ids = Map.of();
        private @Nullable SourceDocument next;

        @Override
        public boolean hasNext() {
            while (next == null && (documents.hasNext() || rest.hasNext())) {
                if (documents.hasNext()) {
                    SourceDocument document = documents.next();
                    String id = ids.get(document.id());
                    next = id == null ? null : withId(document, id);
                } else {
                    CorpusPart part = rest.next();
                    close();
                    open = part.corpus.open();
                    documents = open.iterator();
                    ids = part.idOfKept;
                }
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

        private void close() {
            open.close();
        }

        private static SourceDocument withId(SourceDocument document, String id) {
            return SourceDocument.of(id, document.text())
                    .withTitle(document.title())
                    .withStatements(document.statements())
                    .withMetadata(document.metadata())
                    .withSections(document.sections());
        }
    }
}
