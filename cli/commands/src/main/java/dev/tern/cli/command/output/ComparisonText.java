package dev.tern.cli.command.output;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Formats the answers of several modes, side by side if they fit. */
public final class ComparisonText {
    private static final int NARROWEST_COLUMN = 34;
    private static final int WIDEST_COLUMN = 64;
    private static final int MAX_ANSWER_LINES = 20;
    private static final int MAX_PASSAGE_LINES = 3;
    private static final String GAP = " │ ";

    private final TextStyle style;
    private final int columns;

    /** Creates a formatter for a terminal with a number of columns. */
    public ComparisonText(TextStyle style, int columns) {
        this.style = style;
        this.columns = columns;
    }

    /** Returns the lines of one or more answers, each of a different mode. */
    public List<String> of(List<Answer> answers) {
        int column = (columns - GAP.length() * (answers.size() - 1)) / answers.size();
        boolean sideBySide = column >= NARROWEST_COLUMN;
        int width = sideBySide ? Math.min(column, WIDEST_COLUMN) : Math.clamp(columns, 20, 100);
        Map<String, Integer> found = foundBy(answers);
        List<List<List<String>>> parts = new ArrayList<>();
        for (Answer answer : answers) {
            parts.add(List.of(head(answer, width), passages(answer, found, width), foot(answer, width)));
        }
        List<String> lines = new ArrayList<>();
        if (sideBySide) {
            for (int part = 0; part < 3; part++) {
                lines.addAll(beside(parts, part, width));
            }
        } else {
            parts.forEach(one -> one.forEach(lines::addAll));
        }
        if (found.containsValue(1)) {
            lines.add(style.good("*") + style.faint(" a passage that only this mode found"));
        }
        return lines;
    }

    private static Map<String, Integer> foundBy(List<Answer> answers) {
        Map<String, Integer> found = new HashMap<>();
        for (Answer answer : answers) {
            for (Scored<Passage> passage : answer.passages()) {
                found.merge(passage.value().id(), 1, Integer::sum);
            }
        }
        return found;
    }

    private List<String> head(Answer answer, int width) {
        List<String> lines = new ArrayList<>();
        String name = Phrases.name(answer.trace().mode());
        lines.add(style.heading(name)
                + style.faint(
                        "  " + TextWidth.cut(Phrases.describe(answer.trace().mode()), width - name.length() - 2)));
        lines.add("");
        Phrases.path(answer, width).forEach(line -> lines.add(style.heading(line)));
        for (String line : TextWidth.wrap(Phrases.oneLine(answer.text()), width, MAX_ANSWER_LINES)) {
            lines.add(style.bold(line));
        }
        if (answer.kind() != Answer.Kind.UNKNOWN) {
            TextWidth.wrap(Phrases.describe(answer), width).forEach(line -> lines.add(style.faint(line)));
        }
        lines.add("");
        return lines;
    }

    private List<String> passages(Answer answer, Map<String, Integer> found, int width) {
        List<String> lines = new ArrayList<>();
        int number = 1;
        for (Scored<Passage> scored : answer.passages()) {
            Passage passage = scored.value();
            boolean alone = found.getOrDefault(passage.id(), 0) == 1;
            String label = String.format("%2d ", number++);
            String name = passage.title().isBlank() ? passage.documentId() : Phrases.oneLine(passage.title());
            name += Phrases.pages(passage);
            int room = width - label.length() - 2;
            String shown = (alone ? style.good("* ") : "  ") + style.bold(TextWidth.cut(name, room));
            lines.add(label + shown);
            for (String line : TextWidth.wrap(passage.text(), width - 5, MAX_PASSAGE_LINES)) {
                lines.add("     " + line);
            }
        }
        if (answer.passages().isEmpty()) {
            lines.add("no passages");
        }
        return lines;
    }

    private List<String> foot(Answer answer, int width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        TextWidth.wrap(Phrases.cost(answer.trace().total()), width).forEach(line -> lines.add(style.faint(line)));
        lines.add("");
        return lines;
    }

    private List<String> beside(List<List<List<String>>> parts, int part, int width) {
        int height = 0;
        for (List<List<String>> column : parts) {
            height = Math.max(height, column.get(part).size());
        }
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < height; row++) {
            List<String> cells = new ArrayList<>();
            for (List<List<String>> column : parts) {
                List<String> cell = column.get(part);
                cells.add(TextWidth.pad(row < cell.size() ? cell.get(row) : "", width));
            }
            lines.add(String.join(style.faint(GAP), cells).stripTrailing());
        }
        return lines;
    }
}
