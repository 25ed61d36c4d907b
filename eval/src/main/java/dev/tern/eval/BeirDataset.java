package dev.tern.eval;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.ingest.load.JsonlCorpus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Questions with the documents that answer them, from a folder in BEIR's layout:
 *
 * <pre>
 *   corpus.jsonl       the documents, as {@link JsonlCorpus} reads them
 *   queries.jsonl      {"_id": ..., "text": ...}, one a line
 *   qrels/SPLIT.tsv    query id, document id, score; a score above 0 makes the document gold
 * </pre>
 *
 * <p>Only questions with gold documents are kept. Of the corpus only the number of documents is kept, so that any size
 * fits.
 *
 * @param name the name of the folder
 * @param corpus the documents
 * @param documents how many there are
 * @param queries the questions in the order of their file, never empty
 */
public record BeirDataset(String name, JsonlCorpus corpus, long documents, List<Query> queries) {
    /** The split that {@link #read(Path)} reads. */
    public static final String DEFAULT_SPLIT = "test";

    private static final int NAMED_IDS = 3;

    /** Copies. */
    public BeirDataset {
        queries = List.copyOf(queries);
    }

    /**
     * A question.
     *
     * @param id its id in the set
     * @param text what is asked
     * @param gold the ids of the documents that have to be found, never empty
     */
    public record Query(String id, String text, SortedSet<String> gold) {
        /** Copies. */
        public Query {
            gold = new TreeSet<>(gold);
        }
    }

    /**
     * The set in a folder, split {@value #DEFAULT_SPLIT}.
     *
     * @throws TernException as {@link #read(Path, String)}
     */
    public static BeirDataset read(Path folder) {
        return read(folder, DEFAULT_SPLIT);
    }

    /**
     * The set in a folder.
     *
     * @param split the name of the file in {@code qrels}, without its ending
     * @throws TernException the user's fault, if a file is missing or cannot be read, a line is not of its form, a judged
     *     query has no text, a gold document is not in the corpus, or nothing is judged at all
     */
    public static BeirDataset read(Path folder, String split) {
        if (!Files.isDirectory(folder)) {
            throw TernException.user(folder + (Files.exists(folder) ? " is not a folder" : " does not exist")
                    + "; a question set is a folder with corpus.jsonl, queries.jsonl and qrels/" + split + ".tsv");
        }
        Path corpusFile = present(folder, "corpus.jsonl");
        Path queriesFile = present(folder, "queries.jsonl");
        Path judgementsFile = present(folder, "qrels/" + split + ".tsv");
        Map<String, SortedSet<String>> gold = BeirFiles.gold(judgementsFile);
        Map<String, String> texts = BeirFiles.queries(queriesFile);
        requireQueries(gold.keySet(), texts.keySet(), judgementsFile, queriesFile);
        JsonlCorpus corpus = JsonlCorpus.of(List.of(corpusFile));
        long documents = count(corpus, gold.values(), corpusFile);
        List<Query> queries = new ArrayList<>();
        texts.forEach((id, text) -> {
            SortedSet<String> wanted = gold.get(id);
            if (wanted != null) {
                queries.add(new Query(id, text, wanted));
            }
        });
        Path realName = folder.toAbsolutePath().normalize().getFileName();
        return new BeirDataset(realName == null ? "/" : realName.toString(), corpus, documents, queries);
    }

    private static Path present(Path folder, String file) {
        Path path = folder.resolve(file);
        if (!Files.isRegularFile(path)) {
            throw TernException.user("the question set " + folder + " has no file " + file);
        }
        return path;
    }

    private static void requireQueries(Set<String> judged, Set<String> known, Path judgementsFile, Path queriesFile) {
        if (judged.isEmpty()) {
            throw TernException.user(judgementsFile + " names no document with a score above 0: nothing can be found");
        }
        List<String> missing = judged.stream().filter(id -> !known.contains(id)).toList();
        if (!missing.isEmpty()) {
            throw TernException.user(judgementsFile + " judges " + missing.size() + " of " + judged.size()
                    + " queries that are not in " + queriesFile + ": " + firstOf(missing));
        }
    }

    /** Counts the documents and makes sure that the gold ones are among them. */
    private static long count(JsonlCorpus corpus, Collection<SortedSet<String>> gold, Path corpusFile) {
        JsonlCorpus.Check check = corpus.check();
        if (!check.problems().isEmpty()) {
            int others = check.problems().size() - 1;
            String more = others == 0 ? "" : " (and " + others + (others == 1 ? " more problem)" : " more problems)");
            throw TernException.user(check.problems().getFirst() + more);
        }
        TreeSet<String> missing = new TreeSet<>();
        gold.forEach(missing::addAll);
        int wanted = missing.size();
        Set<String> found = new HashSet<>();
        for (Document document : corpus.documents()) {
            if (missing.contains(document.id())) {
                found.add(document.id());
            }
        }
        missing.removeAll(found);
        if (!missing.isEmpty()) {
            throw TernException.user(missing.size() + " of " + wanted + " gold documents are not in " + corpusFile
                    + ": " + firstOf(missing));
        }
        return check.documents();
    }

    private static String firstOf(Collection<String> ids) {
        String first = String.join(", ", ids.stream().limit(NAMED_IDS).toList());
        return ids.size() > NAMED_IDS ? first + ", ..." : first;
    }
}
