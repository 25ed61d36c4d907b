package dev.tern.eval.questions;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.error.TernException;
import dev.tern.eval.questions.BeirFiles.JudgedDocument;
import dev.tern.eval.questions.BeirFiles.QueryLine;
import dev.tern.graph.SourceDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads question sets from folders in BEIR's layout:
 *
 * <pre>
 *   corpus.jsonl       the documents, as {@link JsonlCorpus} reads them
 *   queries.jsonl      one a line: {"_id": ..., "text": ...,
 *                      "metadata": {"answers": [...], "type": ..., "hops": ...}}
 *   qrels/SPLIT.tsv    query id, document id, score; a score above 0 makes the document gold
 * </pre>
 *
 * <p>Only questions with gold documents, and the titles of gold documents, are kept in memory.
 */
public final class BeirDataset {
    /** The split that {@link #read(Path)} reads. */
    public static final String DEFAULT_SPLIT = "test";

    private BeirDataset() {}

    /**
     * Reads the set in a folder, split {@value #DEFAULT_SPLIT}.
     *
     * @throws TernException as {@link #read(Path, String)}
     */
    public static QuestionSet read(Path folder) {
        return read(folder, DEFAULT_SPLIT);
    }

    /**
     * Reads the set in a folder.
     *
     * @param split the name of the file in {@code qrels}, without its extension
     * @throws TernException the user's fault, if a file is missing or unreadable, a line is
     *     malformed or a duplicate, a query or document of a positive judgement does not exist, or
     *     there is no positive judgement
     */
    public static QuestionSet read(Path folder, String split) {
        requireFolder(folder, "corpus.jsonl, queries.jsonl and qrels/" + split + ".tsv");
        Path corpusFile = present(folder, "corpus.jsonl");
        Path queriesFile = present(folder, "queries.jsonl");
        Path judgementsFile = present(folder, "qrels/" + split + ".tsv");
        Map<String, List<JudgedDocument>> gold = BeirFiles.gold(judgementsFile);
        Map<String, QueryLine> questions = BeirFiles.queries(queriesFile);
        gold.forEach((query, judged) -> {
            if (!questions.containsKey(query)) {
                throw TernException.user(
                        judged.getFirst().location() + ": there is no query \"" + query + "\" in " + queriesFile);
            }
        });
        if (gold.isEmpty()) {
            throw TernException.user(judgementsFile + " names no document with a score above 0: nothing can be found");
        }
        Corpus corpus = Corpus.of(JsonlCorpus.of(List.of(corpusFile)));
        Map<String, String> titles = new HashMap<>();
        long documents = check(corpusFile, gold, titles);
        List<GoldQuestion> queries = new ArrayList<>();
        questions.forEach((id, question) -> {
            List<JudgedDocument> wanted = gold.get(id);
            if (wanted != null) {
                SortedMap<String, String> wantedTitles = new TreeMap<>();
                wanted.forEach(
                        judged -> wantedTitles.put(judged.document(), titles.getOrDefault(judged.document(), "")));
                queries.add(new GoldQuestion(
                        id, question.text(), wantedTitles, question.answers(), question.type(), question.hops()));
            }
        });
        SortedMap<String, String> checksums = new TreeMap<>();
        for (Path file : List.of(corpusFile, queriesFile, judgementsFile)) {
            checksums.put(folder.relativize(file).toString().replace('\\', '/'), Checksum.of(file));
        }
        return new QuestionSet(nameOf(folder), corpus, documents, queries, checksums);
    }

    /**
     * Reads a corpus without questions, to be merged with others.
     *
     * @throws TernException the user's fault, if the file is missing, unreadable or malformed
     */
    public static BeirCorpus documents(Path folder) {
        requireFolder(folder, "corpus.jsonl");
        Path corpusFile = present(folder, "corpus.jsonl");
        long documents = check(corpusFile, Map.of(), new HashMap<>());
        SortedMap<String, String> checksums = new TreeMap<>();
        checksums.put("corpus.jsonl", Checksum.of(corpusFile));
        return new BeirCorpus(nameOf(folder), Corpus.of(JsonlCorpus.of(List.of(corpusFile))), documents, checksums);
    }

    /**
     * A corpus without questions.
     *
     * @param corpus the documents
     * @param count the number of documents
     * @param checksums SHA-256 of the file, by its name
     */
    public record BeirCorpus(String name, Corpus corpus, long count, SortedMap<String, String> checksums) {}

    /** Returns true if a folder has a file of queries, or a folder of judgements. */
    public static boolean hasQuestions(Path folder) {
        return Files.exists(folder.resolve("queries.jsonl")) || Files.exists(folder.resolve("qrels"));
    }

    private static void requireFolder(Path folder, String files) {
        if (!Files.isDirectory(folder)) {
            throw TernException.user(folder + (Files.exists(folder) ? " is not a folder" : " does not exist")
                    + "; a question set is a folder with " + files);
        }
    }

    private static Path present(Path folder, String file) {
        Path path = folder.resolve(file);
        if (!Files.isRegularFile(path)) {
            throw TernException.user("the question set " + folder + " has no file " + file);
        }
        return path;
    }

    private static String nameOf(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return name == null ? "/" : name.toString();
    }

    /**
     * Returns the number of documents, and collects the titles of gold documents.
     *
     * @throws TernException the user's fault, if the corpus is malformed or lacks a gold document
     */
    private static long check(Path corpusFile, Map<String, List<JudgedDocument>> gold, Map<String, String> titles) {
        JsonlCorpus corpus = JsonlCorpus.of(List.of(corpusFile));
        JsonlCorpus.CorpusCheck check = corpus.check();
        if (!check.problems().isEmpty()) {
            int others = check.problems().size() - 1;
            String more = others == 0 ? "" : " (and " + others + (others == 1 ? " more problem)" : " more problems)");
            throw TernException.user(check.problems().getFirst() + more);
        }
        Map<String, String> placeOfWanted = new HashMap<>();
        gold.values()
                .forEach(judged -> judged.forEach(
                        judgement -> placeOfWanted.putIfAbsent(judgement.document(), judgement.location())));
        try (JsonlCorpus.CorpusDocuments documents = corpus.documents()) {
            for (SourceDocument document : documents) {
                if (placeOfWanted.containsKey(document.id())) {
                    titles.put(document.id(), document.title());
                }
            }
        }
        gold.values()
                .forEach(judged -> judged.forEach(judgement -> {
                    if (!titles.containsKey(judgement.document())) {
                        throw TernException.user(judgement.location() + ": there is no document \""
                                + judgement.document() + "\" in " + corpusFile);
                    }
                }));
        return check.documents();
    }
}
