package dev.tern.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.note.Edit.Merge;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NotesTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.EPOCH, "");
    private static final Note ALIAS = EditNotes.note(new Merge(List.of("Mark Twain", "Samuel Clemens")), ACT, 0);
    private static final String UNREAD = "the graph has a note that this version of Tern cannot read: ";

    private static String line(String content, String made) {
        return "{\"id\":\"" + ALIAS.id() + "\",\"kind\":\"alias\",\"content\":" + content + ",\"made\":" + made + "}";
    }

    private static void assertRefused(String line, String reason) {
        assertThatThrownBy(() -> Notes.ofLines(List.of(line)))
                .as(line)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.OPERATOR))
                .hasMessageStartingWith(UNREAD + reason)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
    }

    @Test
    void whatIsNullIsNamed() {
        String made = "{\"by\":\"ada\",\"at\":\"1970-01-01T00:00:00Z\",\"why\":\"\"}";
        assertRefused("null", "it is null: null");
        assertRefused(line("null", made), "Invalid `null` value encountered for property \"content\"");
        assertRefused(line("{\"names\":null}", made), "Invalid `null` value encountered for property \"content\"");
        assertRefused(line("{\"names\":[null]}", made), "Invalid `null` value encountered for property");
        assertRefused(
                line("{\"names\":[\"A\",\"B\"]}", "null"), "Invalid `null` value encountered for property \"made\"");
        assertThat(Notes.ofLines(Notes.NONE.with(List.of(ALIAS)).lines().stream()
                                .map(line -> line.replaceFirst("}$", ",\"undone\":null}"))
                                .toList())
                        .all())
                .containsExactly(ALIAS);
    }

    @Test
    void anIdIsThatOfTheContent() {
        String line = Notes.NONE.with(List.of(ALIAS)).lines().getFirst();
        assertRefused(line.replace("Mark Twain", "Mark Antony"), "its id is not ");
        Note known = new Note(ALIAS.id(), "alias", Map.of("names", List.of("X", "Y")), ACT, Optional.empty(), false);
        Notes notes = Notes.NONE.with(List.of(ALIAS));
        assertThat(notes.with(List.of(known)).all()).containsExactly(ALIAS);
        assertThat(notes.with(List.of(known.undone(ACT))).all()).containsExactly(ALIAS.undone(ACT));
        assertThat(Notes.NONE
                        .with(List.of(ALIAS.undone(ACT)))
                        .with(List.of(ALIAS))
                        .all())
                .containsExactly(ALIAS.undone(ACT));
    }

    @Test
    void whoeverSaysTheSameMakesTheSameNote() {
        Note.Act other = new Note.Act("bob", Instant.EPOCH.plusSeconds(5), "a pen name");
        Note same = EditNotes.note(new Merge(List.of("samuel  CLEMENS", "Mark Twain")), other, 0);
        assertThat(same.id()).isEqualTo(ALIAS.id());
        assertThat(EditNotes.note(new Merge(List.of("Mark Twain", "Clemens")), ACT, 0)
                        .id())
                .isNotEqualTo(ALIAS.id());
        assertThat(EditNotes.note(new Merge(List.of("Mark Twain", "Samuel Clemens")), ACT, 1)
                        .id())
                .isNotEqualTo(ALIAS.id());
        assertThat(Notes.NONE.with(List.of(ALIAS)).with(List.of(same)).all()).containsExactly(ALIAS);
        Notes again = Notes.NONE.with(List.of(
                ALIAS.undone(ACT), EditNotes.note(new Merge(List.of("Mark Twain", "Samuel Clemens")), other, 1)));
        assertThat(Notes.ofLines(again.lines())).isEqualTo(again);
        assertThat(again.edits())
                .filteredOn(Edit::isInEffect)
                .extracting(Edit::made)
                .containsExactly(other);
    }

    /** Development versions made the id from author and time, too. */
    @Test
    void aNoteWithAnotherIdThanItsContentGivesItIsRefused() {
        String line = Notes.NONE.with(List.of(ALIAS)).lines().getFirst().replace(ALIAS.id(), "7a4d6511eb9c");
        assertRefused(line, "its id is not " + ALIAS.id() + ", the id of its content");
    }

    @Test
    void anAliasFromElsewhereIsAsOneThatIsMadeHere() {
        assertUnread(List.of(), "there are 0 different names: []; a merge joins 2 to 32: {");
        assertUnread(List.of("A"), "there are 1 different names: [A]; a merge joins 2 to 32: {");
        assertUnread(List.of("A", " "), "a name in an edit is blank: {");
        assertUnread(Collections.nCopies(5000, "A"), "there are 5000 names; a merge joins 2 to 32: {");
        assertUnread(List.of("A", "x".repeat(301)), "the name \"xxx");
    }

    private static void assertUnread(List<String> names, String reason) {
        Note note = Note.of("alias", Map.of("names", names), ACT);
        assertRefused(Notes.NONE.with(List.of(note)).lines().getFirst(), reason);
    }
}
