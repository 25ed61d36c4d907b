package dev.tern.cli.command.output;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.Answer;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An answer, or what was found for a question, as text for a terminal. */
public final class AnswerText {
    private static final int LINES_OF_A_PASSAGE = 3;
    private static final int LINES_OF_A_CLAIM = 2;
    private static final int RELATIONS_SHOWN = 8;
    private static final int WIDEST = 100;

    private final Style style;
    private final int width;

    /**
     * Text of a width.
     *
     * @param columns the columns of the terminal; very wide ones are not used up, for text that can be read
     */
    public AnswerText(Style style, int columns) {
        this.style = style;
        this.width = Math.clamp(columns, 20, WIDEST);
    }

    /** An answer with what it stands on. */
    public List<String> of(Answer answer) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : answer.text().strip().split("\n", -1)) {
            for (String line : TextWidth.wrap(paragraph, width)) {
                lines.add(style.bold(line));
            }
        }
        lines.addAll(standing(answer));
        lines.addAll(found(answer.retrieval(), answer.trace()));
        return lines;
    }

    /** What stands beneath an answer whose words were printed already: how it came about, and the names of its passages. */
    public List<String> beneath(Answer answer) {
        List<String> lines = standing(answer);
        int number = 1;
        for (Scored<Passage> passage : answer.passages()) {
            String name = passage.value().documentId() + Phrases.place(passage.value());
            lines.add(style.faint(TextWidth.cut("[" + number++ + "] " + name, width)));
        }
        lines.add("");
        return lines;
    }

    /** The passages of an answer. */
    public List<String> sources(Answer answer) {
        List<String> lines = new ArrayList<>();
        int number = 1;
        for (Scored<Passage> passage : answer.passages()) {
            lines.addAll(passage(number++, passage));
        }
        return lines.isEmpty() ? List.of("No passages") : lines;
    }

    /** What led to an answer: how its question was understood, the relations, and every step. */
    public List<String> why(Answer answer) {
        List<String> lines = new ArrayList<>(
                TextWidth.wrap("Asked: " + answer.retrieval().question().text(), width));
        lines.addAll(relations(answer.retrieval()));
        lines.add("");
        lines.add(style.heading("Steps"));
        for (Trace.Step step : answer.trace().steps()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-12s %,5d in %,5d out  %s",
                    step.name(),
                    step.inCount(),
                    step.outCount(),
                    Phrases.cost(step.cost())));
        }
        lines.add("");
        lines.addAll(summary(answer.trace()));
        return lines;
    }

    private List<String> standing(Answer answer) {
        List<String> lines = new ArrayList<>();
        lines.add(style.faint(Phrases.meaning(answer.kind())));
        answer.claims().stream()
                .filter(claim -> !claim.supported())
                .flatMap(claim -> TextWidth.wrap(Phrases.unsupported(claim), width, LINES_OF_A_CLAIM).stream())
                .forEach(line -> lines.add(style.warning(line)));
        return lines;
    }

    /** What was found for a question. */
    public List<String> of(Retrieval retrieval) {
        List<String> lines = found(retrieval, retrieval.trace());
        return lines.subList(1, lines.size());
    }

    private List<String> found(Retrieval retrieval, Trace trace) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(style.heading(retrieval.passages().isEmpty() ? "No passages" : "Passages"));
        int number = 1;
        for (Scored<Passage> passage : retrieval.passages()) {
            lines.addAll(passage(number++, passage));
        }
        lines.addAll(relations(retrieval));
        lines.add("");
        lines.addAll(summary(trace));
        return lines;
    }

    private List<String> relations(Retrieval retrieval) {
        List<String> lines = new ArrayList<>();
        if (!retrieval.relations().isEmpty()) {
            lines.add("");
            lines.add(style.heading("Relations that led there"));
            for (Scored<Relation> relation : retrieval
                    .relations()
                    .subList(0, Math.min(RELATIONS_SHOWN, retrieval.relations().size()))) {
                lines.addAll(relation(relation));
            }
            if (retrieval.relations().size() > RELATIONS_SHOWN) {
                lines.add(style.faint(
                        "    and " + (retrieval.relations().size() - RELATIONS_SHOWN) + " more (--json shows all)"));
            }
        }
        return lines;
    }

    private List<String> summary(Trace trace) {
        List<String> lines = notes(trace);
        lines.add(style.faint(Phrases.name(trace.mode()) + " mode · " + Phrases.cost(trace.total())));
        return lines;
    }

    private List<String> passage(int number, Scored<Passage> scored) {
        Passage passage = scored.value();
        String label = String.format("%3d  ", number);
        String name = passage.documentId() + Phrases.place(passage);
        List<String> lines = new ArrayList<>();
        lines.add(label + style.bold(TextWidth.cut(name, width - label.length())));
        if (!passage.source().equals(passage.documentId())) {
            String source = TextWidth.cut("from " + Phrases.oneLine(passage.source()), width - label.length());
            lines.add(" ".repeat(label.length()) + style.faint(source));
        }
        Phrases.ocr(passage)
                .map(said -> TextWidth.wrap(said, width - label.length(), LINES_OF_A_CLAIM))
                .ifPresent(said -> said.forEach(line -> lines.add(" ".repeat(label.length()) + style.faint(line))));
        for (String line : TextWidth.wrap(passage.text(), width - label.length(), LINES_OF_A_PASSAGE)) {
            lines.add(" ".repeat(label.length()) + line);
        }
        return lines;
    }

    private List<String> relation(Scored<Relation> relation) {
        List<String> lines = new ArrayList<>();
        String lead = "  - ";
        for (String line : TextWidth.wrap(relation.value().text(), width - lead.length(), 2)) {
            lines.add(lead + line);
            lead = " ".repeat(lead.length());
        }
        return lines;
    }

    private List<String> notes(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (Trace.Step step : trace.steps()) {
            for (String note : step.notes()) {
                for (String line : TextWidth.wrap(step.name() + ": " + note, width)) {
                    lines.add(style.warning(line));
                }
            }
        }
        return lines;
    }
}
