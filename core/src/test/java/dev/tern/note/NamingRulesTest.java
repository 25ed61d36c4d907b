package dev.tern.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamingRulesTest {
    private static Notes notes(Change... changes) {
        List<Note> notes = new ArrayList<>();
        for (Change change : changes) {
            notes.add(EditNotes.note(
                    change, new Note.Act("ada", Instant.EPOCH.plusSeconds(notes.size()), ""), notes.size()));
        }
        return Notes.NONE.with(notes);
    }

    private static NamingRules rules(Change... changes) {
        return notes(changes).rules();
    }

    private static Passage passage(String document, Statement... statements) {
        return Passage.of(SourceDocument.of(document, "text"), 0, "text", List.of(statements));
    }

    private static final Statement WROTE = Statement.of("Sam", "wrote", "a book");

    @Test
    void withoutEditsEachNameStandsForItself() {
        assertThat(Notes.NONE.rules().isEmpty()).isTrue();
        assertThat(Notes.NONE.rules().canonical("Sam")).isEqualTo("Sam");
        assertThat(Notes.NONE.rules().canonicalise(passage("a", WROTE))).isEqualTo(passage("a", WROTE));
    }

    @Test
    void theLatestMergeOrRenameGivesTheName() {
        NamingRules rules = rules(
                new Merge(List.of("Twain", "Sam")),
                new Merge(List.of("Clemens", "Twain", "Sam")),
                new Rename("sam", "S. L. Clemens"),
                new Rename("a book", "A Book"));
        assertThat(List.of("twain", "SAM", "Clemens", "s. l. clemens"))
                .allSatisfy(name -> assertThat(rules.canonical(name)).isEqualTo("S. L. Clemens"));
        Passage named = rules.canonicalise(passage("a", WROTE));
        assertThat(named.statements()).containsExactly(new Statement(WROTE.text(), List.of("S. L. Clemens", "A Book")));
        assertThat(named.extractedStatements()).containsExactly(WROTE);
        assertThat(named.filterMetadata().value(Passage.RENAMED)).isPresent();
    }

    @Test
    void anAmbiguousNameStandsForItself() {
        NamingRules rules = rules(
                new Merge(List.of("William Collins", "Collins")), new Merge(List.of("Charlotte Collins", "Collins")));
        assertThat(rules.canonical("Collins")).isEqualTo("Collins");
        assertThat(rules.possible("collins")).containsExactly("William Collins", "Charlotte Collins");
        assertThat(rules.canonical("William Collins")).isEqualTo("William Collins");
    }

    @Test
    void aSplitCountsInItsDocumentsWhateverTheEntityIsCalled() {
        NamingRules rules = rules(
                new Split("Twain", "Twain (town)", List.of("map")),
                new Merge(List.of("Twain", "Sam")),
                new Rename("Twain (town)", "Twain Harte"));
        assertThat(rules.canonicalise(passage("map", WROTE))
                        .statements()
                        .getFirst()
                        .entities())
                .containsExactly("Twain Harte", "a book");
        assertThat(rules.canonicalise(passage("pen", WROTE))
                        .statements()
                        .getFirst()
                        .entities())
                .containsExactly("Twain", "a book");
    }

    @Test
    void whatIsWrongIsLeftOutAndKeptAsFound() {
        Statement list = Statement.ofNames(List.of("Sam", "Come", "Hannibal"));
        NamingRules rules = rules(
                new WrongRelation(WROTE.relationKey(), WROTE.text()),
                new Merge(List.of("Come", "Go")),
                new WrongEntity("Go"));
        Passage named = rules.canonicalise(passage("a", WROTE, list));
        assertThat(named.statements()).containsExactly(Statement.ofNames(List.of("Sam", "Hannibal")));
        assertThat(named.extractedStatements()).containsExactly(WROTE, list);
        Passage hidden = rules(new WrongPassage(named.id(), "a", "text")).canonicalise(named);
        assertThat(hidden.statements()).isEmpty();
        assertThat(hidden.metadata().value(Passage.HIDDEN)).isPresent();
        assertThat(Notes.NONE.rules().canonicalise(hidden)).isEqualTo(passage("a", WROTE, list));
    }

    @Test
    void rowsFollowAnEditOnceItIsAppliedAndStillWhenItIsTakenBack() {
        Notes made = notes(new Rename("Sam", "Twain"), new WrongEntity("Come"));
        assertThat(made.pending()).hasSize(2);
        Notes applied = made.withApplied(made.pending().subList(0, 1));
        assertThat(applied.pending()).hasSize(1);
        assertThat(Notes.ofLines(applied.lines())).isEqualTo(applied);
        Notes all = applied.withApplied(applied.pending());
        assertThat(all.pending()).isEmpty();
        Note.Act act = new Note.Act("bob", Instant.EPOCH, "");
        Notes back = all.with(List.of(all.all().getFirst().undone(act)));
        assertThat(back.pending()).hasSize(1);
        assertThat(back.affectedNames()).contains("Sam", "Twain");
        assertThat(back.withApplied(made.pending()).pending())
                .as("it was taken back while rows were made to follow it")
                .hasSize(1);
        assertThat(back.withApplied(back.pending()).pending()).isEmpty();
        assertThat(all.withAllPending().pending()).hasSize(2);
    }

    /**
     * Any rules applied twice equal the rules applied once, and no rules restore the extracted
     * statements.
     */
    @Test
    void anyRulesAreTakenBackWhole() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            List<Change> changes = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                changes.add(change(random));
            }
            NamingRules rules = rules(changes.toArray(Change[]::new));
            Passage found = passage(
                    "doc " + random.nextInt(2),
                    Statement.of(name(random), "met", name(random)),
                    Statement.ofNames(List.of("Name 0", "Name 1", "Name 2")));
            Passage named = rules.canonicalise(found);
            assertThat(rules.canonicalise(named)).as(changes.toString()).isEqualTo(named);
            assertThat(named.extractedStatements()).isEqualTo(found.statements());
            assertThat(Notes.NONE.rules().canonicalise(named)).isEqualTo(found);
            named.statements().stream()
                    .flatMap(statement -> statement.entities().stream())
                    .forEach(name -> assertThat(rules.canonical(name))
                            .as(changes.toString())
                            .isEqualTo(name));
        }
    }

    private static String name(Random random) {
        return "Name " + random.nextInt(6);
    }

    private static Change change(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Rename(name(random), "New " + random.nextInt(3));
            case 1 -> new Split(name(random), "New " + random.nextInt(3), List.of("doc " + random.nextInt(2)));
            case 2 -> new WrongEntity(name(random));
            default -> new Merge(List.of(name(random), "Name 6", "Other " + random.nextInt(3)));
        };
    }

    @Test
    void nothingIsJoinedThatWasNotSaid() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            Set<Set<String>> said = new HashSet<>();
            List<Change> merges = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                List<String> names = random.ints(2 + random.nextInt(3), 0, 9)
                        .distinct()
                        .mapToObj(n -> "Name " + n)
                        .toList();
                if (names.size() > 1) {
                    merges.add(new Merge(names));
                    names.forEach(a -> names.forEach(b -> said.add(new HashSet<>(List.of(a, b)))));
                }
            }
            NamingRules rules = rules(merges.toArray(Change[]::new));
            for (int n = 0; n < 9; n++) {
                String name = "Name " + n;
                if (!EntityName.normalise(rules.canonical(name)).equals(EntityName.normalise(name))) {
                    assertThat(said).as(merges.toString()).contains(Set.of(name, rules.canonical(name)));
                }
            }
        }
    }
}
