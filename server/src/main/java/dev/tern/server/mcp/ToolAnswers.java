package dev.tern.server.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Scored;
import dev.tern.query.Answer;
import dev.tern.query.Retrieval;
import dev.tern.query.cite.Lead;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.Problem;
import dev.tern.settings.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The results of tools for agents, which are shorter than over HTTP and limited in characters. */
final class ToolAnswers {
    private static final Pattern NOT_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int MAX_NAME_LENGTH = 300;
    /** The maximum number of characters of a source: addresses may differ only at their ends. */
    private static final int MAX_SOURCE_LENGTH = 1_000;

    private static final int MAX_QUESTION_LENGTH = 1_000;
    private static final int MAX_RELATION_LENGTH = 400;

    /** The minimum characters of a text that must fit; otherwise its passage is not listed. */
    private static final int MIN_PASSAGE_LENGTH = 80;

    /** The characters of a result outside of its lists. */
    private static final int AROUND = 300;

    private ToolAnswers() {}

    record GraphList(List<GraphEntry> graphs, boolean cut) {}

    record GraphEntry(String name) {}

    /**
     * An answer or a retrieval.
     *
     * @param understood the question as answered; null if unchanged
     * @param answer null if only passages were requested
     * @param kind the kind of the answer; null without one
     * @param relations at most five sentences that link the question to the answer or passages
     * @param cut true if something did not fit
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record AnswerToolResult(
            String graph,
            Mode mode,
            @Nullable String understood,
            @Nullable String answer,
            Answer.@Nullable Kind kind,
            List<PassageEntry> passages,
            List<String> relations,
            boolean cut) {}

    /**
     * A passage as agents see it.
     *
     * @param number the number of the passage in citations, from 1
     * @param source the URL of a page, the path of a file, or otherwise the document's id
     * @param page null if the document has no pages
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PassageEntry(
            int number,
            String documentId,
            String source,
            String title,
            String heading,
            @Nullable Integer page,
            String text) {
        PassageEntry with(String newText) {
            return new PassageEntry(number, documentId, source, title, heading, page, newText);
        }
    }

    record ComparisonResult(List<AnswerToolResult> answers, boolean cut) {}

    /**
     * An entity and its relations.
     *
     * @param similar other entities with similar names
     * @param more true if there are more relations than requested
     * @param cut true if something did not fit
     */
    record NeighbourhoodResult(
            String graph,
            String entity,
            List<String> relations,
            List<String> neighbours,
            List<String> similar,
            boolean more,
            boolean cut) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TextAdded(
            String graph,
            String documentId,
            String state,
            long passages,
            @Nullable String job,
            @Nullable String problem) {}

    static GraphList graphs(List<String> names, int characters) {
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        List<GraphEntry> listed = new ArrayList<>();
        for (String name : names) {
            GraphEntry entry = new GraphEntry(name);
            if (!room.reserve(entry)) {
                break;
            }
            listed.add(entry);
        }
        return new GraphList(listed, room.isCut());
    }

    static AnswerToolResult answerResult(String graph, String sent, Answer answer, int characters) {
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        String text = room.text(answer.text(), room.left() / 2);
        return answerResult(graph, sent, answer.retrieval(), answer.leads(), text, answer.kind(), room);
    }

    static AnswerToolResult answerResult(String graph, String sent, Retrieval retrieval, int characters) {
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        return answerResult(graph, sent, retrieval, retrieval.leads(), null, null, room);
    }

    private static AnswerToolResult answerResult(
            String graph,
            String sent,
            Retrieval retrieval,
            List<Lead> leads,
            @Nullable String answer,
            Answer.@Nullable Kind kind,
            CharacterBudget room) {
        String question = retrieval.question().text();
        String understood = question.equals(sent) ? null : room.text(question, MAX_QUESTION_LENGTH);
        int kept = room.left() - room.left() / 5;
        List<String> relations = new ArrayList<>();
        for (Lead lead : leads) {
            if (room.left() < kept) {
                break;
            }
            relations.add(room.text(lead.text(), MAX_RELATION_LENGTH));
        }
        List<PassageEntry> passages = passages(retrieval.passages(), room);
        return new AnswerToolResult(
                graph, retrieval.trace().mode(), understood, answer, kind, passages, relations, room.isCut());
    }

    private static List<PassageEntry> passages(List<Scored<Passage>> found, CharacterBudget room) {
        List<PassageEntry> passages = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Passage passage = found.get(i).value();
            Position place = passage.position();
            CharacterBudget names = new CharacterBudget(Integer.MAX_VALUE);
            PassageEntry entry = new PassageEntry(
                    i + 1,
                    passage.documentId(),
                    names.text(passage.source(), MAX_SOURCE_LENGTH),
                    names.text(passage.title(), MAX_NAME_LENGTH),
                    names.text(place.heading(), MAX_NAME_LENGTH),
                    place.page() == 0 ? null : place.page(),
                    "");
            int wanted = Math.min(MIN_PASSAGE_LENGTH, passage.text().length());
            if (room.left() < wanted || !room.reserve(entry) || room.left() < wanted) {
                room.cut();
                break;
            }
            passages.add(entry.with(room.text(passage.text(), Integer.MAX_VALUE)));
        }
        return passages;
    }

    static ComparisonResult comparison(String graph, String sent, List<Answer> answers, int characters) {
        int each = (characters - AROUND) / answers.size();
        List<AnswerToolResult> found = answers.stream()
                .map(answer -> answerResult(graph, sent, answer, each))
                .toList();
        return new ComparisonResult(found, found.stream().anyMatch(AnswerToolResult::cut));
    }

    /**
     * Returns the problem of an unknown name. It lists the given names that have a word with the
     * same first three letters as a word of the name.
     */
    static Problem unknown(String name, List<LookupEndpoints.EntityJson> similar) {
        CharacterBudget names = new CharacterBudget(Integer.MAX_VALUE);
        String alike = similar.stream()
                .filter(one -> begins(name).stream().anyMatch(begins(one.name())::contains))
                .map(one -> "\"" + names.text(one.name(), MAX_NAME_LENGTH) + "\"")
                .collect(Collectors.joining(", "));
        return Problem.notFound("no entity is named \"" + names.text(name, MAX_NAME_LENGTH) + "\""
                + (alike.isEmpty() ? "" : "; similar are " + alike));
    }

    /** Returns the first three letters of each word in a name, in lower case. */
    private static Set<String> begins(String name) {
        return NOT_LETTERS
                .splitAsStream(name.toLowerCase(Locale.ROOT))
                .map(word -> word.substring(0, Math.min(word.length(), 3)))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toSet());
    }

    static NeighbourhoodResult around(
            String graph,
            LookupEndpoints.NeighbourhoodJson neighbourhood,
            List<LookupEndpoints.EntityJson> similar,
            int characters) {
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        String entity = room.text(neighbourhood.entity().name(), MAX_NAME_LENGTH);
        List<String> near = texts(
                room,
                similar.stream().map(LookupEndpoints.EntityJson::name).toList(),
                MAX_NAME_LENGTH,
                room.left() - room.left() / 5);
        List<String> relations = texts(
                room,
                neighbourhood.relations().stream()
                        .map(LookupEndpoints.RelationJson::text)
                        .toList(),
                MAX_RELATION_LENGTH,
                room.left() / 3);
        List<String> neighbours = texts(
                room,
                neighbourhood.entities().stream()
                        .map(LookupEndpoints.EntityJson::name)
                        .toList(),
                MAX_NAME_LENGTH,
                0);
        return new NeighbourhoodResult(graph, entity, relations, neighbours, near, neighbourhood.more(), room.isCut());
    }

    /** Returns the first texts, each cut to {@code max}; leaves {@code kept} characters unused. */
    private static List<String> texts(CharacterBudget room, List<String> texts, int max, int kept) {
        List<String> shown = new ArrayList<>();
        for (String text : texts) {
            if (room.left() - max - 1 < kept) {
                room.cut();
                break;
            }
            shown.add(room.text(text, max));
        }
        return shown;
    }
}
