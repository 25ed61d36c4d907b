package dev.tern.store.lucene;

import dev.tern.GraphRag;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A graph that goes through the same states again and again, and the expected result of every question in each of them.
 *
 * <p>Some documents stay. The others come and go in groups, which are added in one batch and removed in one call;
 * adding a group that is there replaces its documents by others under the same ids. The expected result is that of
 * {@link InMemoryGraphStore}, the specification of stores, in a graph of only a state's documents.
 */
final class SoakStates {
    private static final int GROUPS = 8;
    private static final int GROUP_SIZE = 3;
    private static final int TOP = 4;

    private final int staying;
    private final List<Change> changes = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();
    private final List<List<String>> answers = new ArrayList<>();

    /** The change from one state to the next: added documents and the ids of removed ones; one of the two is empty. */
    private record Change(List<SourceDocument> added, List<String> removed) {
        void make(GraphRag rag) {
            if (removed.isEmpty()) {
                rag.add(added);
            } else {
                rag.remove(removed);
            }
        }
    }

    /**
     * States that a seed decides.
     *
     * @param staying how many documents stay
     * @param least how many states there are at least
     */
    SoakStates(long seed, int staying, int least) {
        this.staying = staying;
        for (int group = 0; group < GROUPS; group++) {
            String text = "Who taught Pupil" + group + "?";
            Question local = Question.of(text, Mode.LOCAL).withParameters(Parameters.of(Parameter.FINAL_TOP_K, TOP));
            questions.add(local);
            questions.add(local.withMode(Mode.NAIVE));
            questions.add(local.withFilter(MetadataFilter.equal("side", "left")));
        }
        // 0 is a group that is not there, otherwise the edition of its documents.
        int[] editions = new int[GROUPS];
        Random random = new Random(seed);
        for (int state = 1; state < least; state++) {
            int group = random.nextInt(GROUPS);
            int edition = random.nextInt(3);
            changes.add(change(editions, group, edition == editions[group] ? (edition + 1) % 3 : edition));
            answers.add(reference(editions));
        }
        for (int group = 0; group < GROUPS; group++) {
            if (editions[group] != 0) {
                changes.add(change(editions, group, 0));
                answers.add(reference(editions));
            }
        }
    }

    private static Change change(int[] editions, int group, int edition) {
        editions[group] = edition;
        return edition == 0
                ? new Change(
                        List.of(),
                        group(group, 1).stream().map(SourceDocument::id).toList())
                : new Change(group(group, edition), List.of());
    }

    private static List<SourceDocument> group(int group, int edition) {
        return IntStream.range(0, GROUP_SIZE)
                .mapToObj(i -> document(
                        "group " + group + " " + i,
                        "Master" + group + "x" + i + "x" + edition,
                        i == 0 ? "Pupil" + group : "Master" + group + "x" + (i - 1) + "x" + edition,
                        i))
                .toList();
    }

    private static SourceDocument document(String id, String teacher, String pupil, int number) {
        return SourceDocument.of(id, teacher + " taught " + pupil + " the trade of the mill in house " + id + ".")
                .withStatements(List.of(
                        Statement.of(teacher, "taught", pupil), Statement.of(teacher, "lived in", "house " + id)))
                .withMetadata(SourceMetadata.EMPTY.with("side", number % 2 == 0 ? "left" : "right"));
    }

    /** Returns the documents of the first state, which has no group. */
    List<SourceDocument> staying() {
        return IntStream.range(0, staying)
                .mapToObj(i -> document("staying " + i, "Elder" + i, "Apprentice" + i % 40, i))
                .toList();
    }

    List<Question> questions() {
        return questions;
    }

    /** Returns the number of states before the first comes again. */
    int count() {
        return changes.size();
    }

    /** Makes the graph's state of a number that of the next. */
    void change(GraphRag rag, long state) {
        changes.get(index(state)).make(rag);
    }

    private int index(long state) {
        return Math.toIntExact(state % changes.size());
    }

    /** Returns the expected result of a question in a state, as {@link #found}. */
    String answer(long state, int question) {
        return answers.get(index(state + changes.size() - 1)).get(question);
    }

    /** Returns the number of answers that a question has in all states. */
    int answersOf(int question) {
        Set<String> distinct =
                answers.stream().map(each -> each.get(question)).collect(Collectors.toCollection(TreeSet::new));
        return distinct.size();
    }

    private List<String> reference(int[] editions) {
        try (GraphRag rag = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(new WordDirections())
                .build()) {
            List<SourceDocument> documents = new ArrayList<>(staying());
            for (int group = 0; group < GROUPS; group++) {
                if (editions[group] != 0) {
                    documents.addAll(group(group, editions[group]));
                }
            }
            rag.add(documents);
            return questions.stream()
                    .map(question -> found(rag.retrieve(question)))
                    .toList();
        }
    }

    /** Returns the passages and the relations of a retrieval, in their order. */
    static String found(Retrieval retrieval) {
        return retrieval.passages().stream()
                        .map(Scored::value)
                        .map(passage -> passage.documentId() + ": " + passage.text())
                        .collect(Collectors.joining("\n"))
                + retrieval.relations().stream()
                        .map(relation -> "\n- " + relation.value().text())
                        .collect(Collectors.joining());
    }
}
