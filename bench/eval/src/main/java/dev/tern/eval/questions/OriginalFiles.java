package dev.tern.eval.questions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Converts published files to a folder in BEIR's layout. The fields of a record tell its format:
 *
 * <pre>
 *   MuSiQue             id, question, answer, answer_aliases,
 *                       paragraphs: title, paragraph_text, is_supporting
 *   HotpotQA            _id, question, answer, type, supporting_facts: [title, sentence],
 *                       context: [title, [sentence, ...]]
 *   2WikiMultihopQA     as HotpotQA
 *   HippoRAG's corpus   title, text; or title: [sentence, ...]
 *   HippoRAG's OpenIE   docs: passage (or title and text),
 *                       extracted_triples: [subject, predicate, object]
 * </pre>
 *
 * <p>The corpus is made of the corpus files; without any, of the distinct passages of OpenIE files
 * and questions. A passage's id is a hash of its title and text, and so the same in every set.
 */
public final class OriginalFiles {
    private static final int ID_LENGTH = 16;

    private final List<Path> questionFiles;
    private final List<Path> corpusFiles;
    private final List<Path> openieFiles;
    private final Map<String, ExtractedText> corpus = new LinkedHashMap<>();
    /** The passage ids by letters and digits, as publishers differ in spaces and punctuation. */
    private final Map<String, String> idOfLetters = new HashMap<>();

    private final Map<String, BeirWriter.QuestionLine> queries = new LinkedHashMap<>();
    private int dropped;
    private int unknown;

    private OriginalFiles(List<Path> questionFiles, List<Path> corpusFiles, List<Path> openieFiles) {
        this.questionFiles = List.copyOf(questionFiles);
        this.corpusFiles = List.copyOf(corpusFiles);
        this.openieFiles = List.copyOf(openieFiles);
    }

    private record ExtractedText(String id, String title, String text, Optional<List<Statement>> statements) {}

    /**
     * The counts of a conversion.
     *
     * @param documents documents in the corpus
     * @param queries questions
     * @param extracted documents with triplets
     * @param droppedTriplets triplets that are not three values, or have a blank or overlong one
     * @param unknownPassages passages of OpenIE files that the given corpus files lack
     */
    public record ConversionCounts(
            int documents, int queries, int extracted, int droppedTriplets, int unknownPassages) {}

    /**
     * Converts published files to a folder in BEIR's format.
     *
     * @param questionFiles files with questions, at least one
     * @param corpusFiles the corpus; may be empty
     * @param openieFiles extractions from the passages; may be empty
     * @param folder the output, created if missing
     * @throws TernException the user's fault, if a file is unreadable or of another format, the id
     *     of a question repeats, a gold passage is missing, or the folder cannot be written
     */
    public static ConversionCounts convert(
            List<Path> questionFiles, List<Path> corpusFiles, List<Path> openieFiles, Path folder) {
        return new OriginalFiles(questionFiles, corpusFiles, openieFiles).write(folder);
    }

    private ConversionCounts write(Path folder) {
        corpusFiles.forEach(file -> JsonRecords.of(file).forEach(this::addDocument));
        openieFiles.forEach(file -> JsonRecords.of(file).forEach(this::addExtracted));
        boolean complete = !corpusFiles.isEmpty();
        questionFiles.forEach(
                file -> JsonRecords.of(file).forEach((item, place) -> addQuestion(item, place, complete)));
        if (queries.isEmpty()) {
            throw TernException.user("no file has a question: " + questionFiles);
        }
        int extracted = 0;
        try (BeirWriter writer = new BeirWriter(folder)) {
            for (ExtractedText text : corpus.values()) {
                writer.document(text.id, text.title, text.text, text.statements.orElse(List.of()));
                extracted +=
                        text.statements.isPresent() && !text.statements.get().isEmpty() ? 1 : 0;
            }
            queries.values().forEach(writer::query);
            writer.commit();
        }
        return new ConversionCounts(corpus.size(), queries.size(), extracted, dropped, unknown);
    }

    private void addDocument(JsonNode item, String place) {
        boolean byTitle = !item.isEmpty()
                && item.properties().stream().allMatch(field -> field.getValue().isArray());
        if (byTitle) {
            item.properties().forEach(passage -> add(passage.getKey(), joined(passage.getValue())));
            return;
        }
        add(required(item, "title", place), required(item, "text", place));
    }

    /** Adds the passage with exactly these texts if it is missing, and returns its id. */
    private String add(String title, String text) {
        String id = id(title, text);
        if (corpus.putIfAbsent(id, new ExtractedText(id, title, text, Optional.empty())) == null) {
            idOfLetters.putIfAbsent(MergedCorpus.key(title + "\n" + text), id);
        }
        return id;
    }

    /** Returns the id of the passage with the same letters and digits; empty if there is none. */
    private Optional<String> find(String title, String text) {
        String id = id(title, text);
        return corpus.containsKey(id)
                ? Optional.of(id)
                : Optional.ofNullable(idOfLetters.get(MergedCorpus.key(title + "\n" + text)));
    }

    private static String id(String title, String text) {
        return Checksum.of(title + "\n" + text).substring(0, ID_LENGTH);
    }

    private void addExtracted(JsonNode item, String place) {
        String title = item.path("title").asText("");
        String text = item.path("text").asText("");
        if (text.isBlank()) {
            String passage = required(item, "passage", place);
            int end = Math.max(0, passage.indexOf('\n'));
            title = passage.substring(0, end);
            text = passage.substring(end).strip();
        }
        if (!item.path("extracted_triples").isArray()) {
            throw TernException.user(place + ": expected extracted_triples to be an array");
        }
        List<Statement> statements = new ArrayList<>();
        for (JsonNode triplet : item.path("extracted_triples")) {
            statement(triplet).ifPresentOrElse(statements::add, () -> dropped++);
        }
        Optional<String> known = corpusFiles.isEmpty() ? Optional.of(add(title, text)) : find(title, text);
        known.ifPresentOrElse(
                id -> corpus.computeIfPresent(
                        id,
                        (same, passage) -> new ExtractedText(id, passage.title, passage.text, Optional.of(statements))),
                () -> unknown++);
    }

    private static Optional<Statement> statement(JsonNode triplet) {
        boolean threeTexts = triplet.isArray()
                && triplet.size() == 3
                && triplet.get(0).isValueNode()
                && triplet.get(1).isValueNode()
                && triplet.get(2).isValueNode();
        try {
            return threeTexts
                    ? Optional.of(Statement.of(
                            triplet.get(0).asText(),
                            triplet.get(1).asText(),
                            triplet.get(2).asText()))
                    : Optional.empty();
        } catch (IllegalArgumentException blankOrTooLong) {
            return Optional.empty();
        }
    }

    private void addQuestion(JsonNode item, String place, boolean corpusIsComplete) {
        boolean musique = item.path("paragraphs").isArray();
        if (!musique && !item.path("context").isArray()) {
            throw TernException.user(place + ": expected a question with paragraphs (MuSiQue) or context (HotpotQA,"
                    + " 2WikiMultihopQA), found neither");
        }
        String id = required(item, musique ? "id" : "_id", place);
        List<OfferedPassage> offered = musique ? paragraphs(item, place) : context(item, place);
        Set<String> gold = new LinkedHashSet<>();
        for (OfferedPassage passage : offered) {
            Optional<String> known = corpusIsComplete
                    ? find(passage.title, passage.text)
                    : Optional.of(add(passage.title, passage.text));
            if (passage.gold) {
                gold.add(known.orElseThrow(() -> TernException.user(place + ": the passage \"" + passage.title
                        + "\", which answers the question, is not in the corpus")));
            }
        }
        if (gold.isEmpty()) {
            throw TernException.user(place + ": the question says of no passage that it answers it");
        }
        String type = musique
                ? id.contains("__") ? id.substring(0, id.indexOf("__")) : ""
                : item.path("type").asText("");
        BeirWriter.QuestionLine line = new BeirWriter.QuestionLine(
                id, required(item, "question", place), answers(item), type, List.copyOf(gold));
        if (queries.putIfAbsent(id, line) != null) {
            throw TernException.user(place + ": the id \"" + id + "\" was already used");
        }
    }

    /** A passage that comes with a question. */
    private record OfferedPassage(String title, String text, boolean gold) {}

    private static List<OfferedPassage> paragraphs(JsonNode item, String place) {
        List<OfferedPassage> offered = new ArrayList<>();
        for (JsonNode paragraph : item.path("paragraphs")) {
            String text = paragraph.has("paragraph_text") ? "paragraph_text" : "text";
            offered.add(new OfferedPassage(
                    required(paragraph, "title", place),
                    required(paragraph, text, place),
                    paragraph.path("is_supporting").asBoolean(false)));
        }
        return offered;
    }

    private static List<OfferedPassage> context(JsonNode item, String place) {
        Set<String> goldTitles = new LinkedHashSet<>();
        item.path("supporting_facts")
                .forEach(fact -> goldTitles.add(fact.path(0).asText()));
        List<OfferedPassage> offered = new ArrayList<>();
        for (JsonNode passage : item.path("context")) {
            if (!passage.path(0).isTextual() || !passage.path(1).isArray()) {
                throw TernException.user(place + ": expected context to hold [title, [sentence, ...]]");
            }
            String text = joined(passage.path(1));
            String title = passage.path(0).asText();
            if (!text.isEmpty()) {
                offered.add(new OfferedPassage(title, text, goldTitles.contains(title)));
            }
        }
        return offered;
    }

    private static String joined(JsonNode sentences) {
        StringBuilder text = new StringBuilder();
        for (JsonNode sentence : sentences) {
            // HotpotQA's sentences begin with their separating space, 2WikiMultihopQA's do not.
            boolean spaced = text.isEmpty() || sentence.asText().startsWith(" ");
            text.append(spaced ? "" : " ").append(sentence.asText());
        }
        return text.toString().strip();
    }

    private static List<String> answers(JsonNode item) {
        Set<String> answers = new LinkedHashSet<>();
        for (String field : List.of("answer", "answer_aliases")) {
            JsonNode given = item.path(field);
            if (given.isTextual()) {
                answers.add(given.asText());
            }
            given.forEach(answer -> answers.add(answer.asText()));
        }
        answers.removeIf(String::isBlank);
        return List.copyOf(answers);
    }

    private static String required(JsonNode item, String field, String place) {
        JsonNode value = item.path(field);
        if (!value.isTextual() || value.asText().isBlank()) {
            throw TernException.user(place + ": expected the field " + field + " to be a text");
        }
        return value.asText();
    }
}
