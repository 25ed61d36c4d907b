package dev.tern.query.answer;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.query.cite.CitationCheck;
import dev.tern.query.cite.Claim;
import java.util.List;
import java.util.function.Consumer;

/**
 * Appends quotes to the text that a model had written when it failed.
 *
 * @param written the text already streamed; dropped if no passage is cited or supports a part of it
 * @param remarks the reasons for the failure
 */
record BrokenOffAnswerer(String written, List<String> remarks, Answerer quotes) implements Answerer {
    @Override
    public AnswerText answer(
            String question, List<Passage> passages, List<Relation> relations, Consumer<String> words) {
        String heard = written.strip();
        if (!heard.isEmpty()) {
            words.accept("\n\n");
        }
        AnswerText quoted = quotes.answer(question, passages, relations, words);
        CitationCheck citations = new CitationCheck(question, heard, passages);
        boolean grounded = !heard.isEmpty() && citations.isGrounded();
        List<Claim> claims = grounded ? citations.claims() : List.of();
        String text = grounded ? heard + "\n\n" + quoted.text() : quoted.text();
        return new AnswerText(text, quoted.known(), claims, remarks);
    }
}
