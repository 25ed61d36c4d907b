package dev.tern.query.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.query.answer.Answerer.AnswerText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtractiveAnswererTest {
    private final Passage falk = passage(
            "Otto Falk",
            "Otto Falk was born in Ulm, the son of a miller. He spent his winters with Emil Marr, who taught him. He"
                    + " died rich.");

    private static Passage passage(String title, String text) {
        return Passage.of(Document.of("d", text).withTitle(title), 0, text, List.of());
    }

    private static Relation relation(Statement statement, Passage passage) {
        return new Relation(
                statement.relationKey(),
                statement.text(),
                statement.entityIds(),
                List.of(new Relation.Mention(passage.id(), passage.documentId())));
    }

    private static String answer(String question, Passage passage, Statement... statements) {
        List<Relation> relations =
                List.of(statements).stream().map(one -> relation(one, passage)).toList();
        return Answerer.extractive()
                .answer(question, List.of(passage), relations, words -> {})
                .text();
    }

    @Test
    void quotesTheSentenceThatCarriesTheRelationAndNotTheOneThatRepeatsTheTitle() {
        assertThat(answer("Who?", falk, Statement.of("Emil Marr", "was the teacher of", "Otto Falk")))
                .isEqualTo("\"He spent his winters with Emil Marr, who taught him.\" [1]");
    }

    @Test
    void twoSentencesOfAPassageComeInTheirOwnOrder() {
        assertThat(answer(
                        "Who?",
                        falk,
                        Statement.of("Emil Marr", "taught", "Otto Falk"),
                        Statement.of("Otto Falk", "was born in", "Ulm")))
                .isEqualTo("\"Otto Falk was born in Ulm, the son of a miller. ..."
                        + " He spent his winters with Emil Marr, who taught him.\" [1]");
    }

    @Test
    void withoutRelationsTheQuestionDecides() {
        assertThat(answer("Who died rich?", falk)).isEqualTo("\"He died rich.\" [1]");
    }

    @Test
    void aRelationOfFunctionWordsAloneIsComparedAsItStands() {
        assertThat(answer("Who?", falk, new Statement("he who was with him", List.of("him"))))
                .isEqualTo("\"He spent his winters with Emil Marr, who taught him.\" [1]");
    }

    @Test
    void cutsSentencesOfOtherScripts() {
        assertThat(answer("马尔教了谁？", passage("", "法尔克住在乌尔姆。马尔教了法尔克。"), Statement.of("马尔", "教了", "法尔克")))
                .isEqualTo("\"马尔教了法尔克。\" [1]");
    }

    @Test
    void noPassagesAreNoAnswer() {
        assertThat(Answerer.extractive().answer("Who?", List.of(), List.of(), words -> {}))
                .isEqualTo(new AnswerText(
                        "There is no passage to answer from: the graph is empty, or the filter hides all of it.",
                        false));
    }
}
