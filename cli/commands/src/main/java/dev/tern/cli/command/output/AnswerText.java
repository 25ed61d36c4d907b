package dev.tern.cli.command.output;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.models.money.Money;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.cite.CitationCheck;
import dev.tern.query.cite.Lead;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Parameter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Formats an answer or a retrieval as text for a terminal. */
public final class AnswerText {
    private static final int MAX_PASSAGE_LINES = 3;
    private static final int MAX_CLAIM_LINES = 2;
    private static final int WIDEST = 100;

    private final TextStyle style;
    private final int width;
    private final Path directory;

    /**
     * Creates a formatter of text.
     *
     * @param columns the width of the terminal; texts are wrapped to it, at 20 to 100 columns
     * @param directory the folder against which file names of sources are resolved for links
     */
    public AnswerText(TextStyle style, int columns, Path directory) {
        this.directory = directory;
        this.style = style;
        this.width = Math.clamp(columns, 20, WIDEST);
    }

    /**
     * Returns the lines of an answer's path and text. In quotes, the {@linkplain Answer#marks
     * marks} are bold, or the first quote if there are none; a paragraph without a citation is
     * shown as a warning. Other answers are bold.
     */
    public List<String> answerLines(Answer answer) {
        List<String> lines = new ArrayList<>(path(answer));
        boolean quotes = answer.kind() == Answer.Kind.EXTRACTIVE;
        String first = CitationCheck.firstCited(answer.text());
        for (String paragraph : answer.text().strip().split("\n", -1)) {
            if (quotes && CitationCheck.numbers(paragraph).isEmpty()) {
                TextWidth.wrap(paragraph, width).forEach(line -> lines.add(style.warning(line)));
            } else if (quotes && !(answer.marks().isEmpty() && paragraph.equals(first))) {
                lines.addAll(marked(paragraph, TextWidth.wrap(paragraph, width), answer.marks()));
            } else {
                TextWidth.wrap(paragraph, width).forEach(line -> lines.add(style.bold(line)));
            }
        }
        return lines;
    }

    /** Returns lines with the names from the question to the answer; empty if there are none. */
    public List<String> path(Answer answer) {
        return Phrases.path(answer, width).stream().map(style::heading).toList();
    }

    /**
     * Returns the lines below an answer: its kind, remarks, passages, leads, and cost if known.
     *
     * @param verbose true to add the mode, time, look-ups and calls
     */
    public List<String> below(Answer answer, Optional<Money> cost, boolean verbose) {
        List<String> lines = statusLines(answer);
        lines.addAll(resultLines(answer.retrieval(), answer.leads(), answer.trace(), cost, verbose));
        return lines;
    }

    /** Returns the lines below a chat's answer: kind, remarks, documents, and cost if known. */
    public List<String> beneath(Answer answer, Optional<Money> cost) {
        List<String> lines = statusLines(answer);
        int number = 1;
        for (Scored<Passage> passage : answer.passages()) {
            String name = passage.value().documentId() + Phrases.positionText(passage.value());
            lines.add(style.faint(TextWidth.cut("[" + number++ + "] " + name, width)));
        }
        cost.ifPresent(money -> lines.add(style.faint("cost " + money)));
        lines.add("");
        return lines;
    }

    public List<String> sources(Answer answer) {
        List<String> lines = new ArrayList<>();
        int number = 1;
        for (Scored<Passage> passage : answer.passages()) {
            lines.addAll(passage(number++, passage));
        }
        return lines.isEmpty() ? List.of("No passages") : lines;
    }

    /** Returns the explanation of an answer: question as understood, leads, steps and totals. */
    public List<String> explanation(Answer answer) {
        List<String> lines = new ArrayList<>(
                TextWidth.wrap("Asked: " + answer.retrieval().question().text(), width));
        lines.addAll(leadLines(answer.leads(), answer.retrieval().question()));
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
        lines.addAll(summary(answer.trace(), Optional.empty(), true));
        return lines;
    }

    private List<String> statusLines(Answer answer) {
        List<String> lines = new ArrayList<>();
        // The text of an answer of the kind UNKNOWN already states that nothing was found.
        if (answer.kind() != Answer.Kind.UNKNOWN) {
            lines.add(style.faint(Phrases.describe(answer)));
        }
        answer.trace().steps().stream()
                .filter(AnswerText::isAnswer)
                .flatMap(step -> step.remarks().stream())
                .flatMap(note -> TextWidth.wrap(note, width).stream())
                .forEach(line -> lines.add(style.warning(line)));
        answer.claims().stream()
                .filter(claim -> !claim.supported())
                .flatMap(claim -> TextWidth.wrap(Phrases.unsupported(claim), width, MAX_CLAIM_LINES).stream())
                .forEach(line -> lines.add(style.warning(line)));
        return lines;
    }

    /**
     * Returns the lines of a retrieval: its passages, leads, remarks, and cost if known.
     *
     * @param verbose true to add the mode, time, look-ups and calls
     */
    public List<String> of(Retrieval retrieval, Optional<Money> cost, boolean verbose) {
        List<String> lines = resultLines(retrieval, retrieval.leads(), retrieval.trace(), cost, verbose);
        return lines.subList(1, lines.size());
    }

    private List<String> resultLines(
            Retrieval retrieval, List<Lead> leads, Trace trace, Optional<Money> cost, boolean verbose) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(style.heading(
                Phrases.around(retrieval.passages().isEmpty() ? "none" : "passages", retrieval.question())));
        int number = 1;
        for (Scored<Passage> passage : retrieval.passages()) {
            lines.addAll(passage(number++, passage));
        }
        lines.addAll(leadLines(leads, retrieval.question()));
        List<String> summary = summary(trace, cost, verbose);
        if (!summary.isEmpty()) {
            lines.add("");
            lines.addAll(summary);
        }
        return lines;
    }

    private List<String> leadLines(List<Lead> leads, Question question) {
        List<String> lines = new ArrayList<>();
        if (!leads.isEmpty()) {
            lines.add("");
            lines.add(style.heading(Phrases.around("led", question)));
        }
        for (Lead lead : leads) {
            String label = String.format("%5s  ", "[" + lead.passage() + "]");
            List<String> wrapped = TextWidth.wrap(lead.text(), width - label.length(), MAX_PASSAGE_LINES);
            for (String line : marked(lead.text(), wrapped, lead.names())) {
                lines.add(label + line);
                label = " ".repeat(label.length());
            }
        }
        return lines;
    }

    /** Returns the lines of a text with the names in bold: as whole words, ignoring case. */
    private List<String> marked(String given, List<String> wrapped, List<String> names) {
        String text = TextWidth.oneLine(given);
        BitSet bold = new BitSet();
        for (String name : names) {
            Pattern.compile("(?iu)(?<![\\p{Lu}\\p{Ll}\\d])" + Pattern.quote(name) + "(?![\\p{Lu}\\p{Ll}\\d])")
                    .matcher(text)
                    .results()
                    .forEach(found -> bold.set(found.start(), found.end()));
        }
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (String line : wrapped) {
            from += from < text.length() && text.charAt(from) == ' ' ? 1 : 0;
            StringBuilder marked = new StringBuilder();
            for (int at = 0; at < line.length(); ) {
                boolean isBold = bold.get(from + at);
                int next = isBold ? bold.nextClearBit(from + at) : bold.nextSetBit(from + at);
                int end = next < 0 ? line.length() : Math.min(line.length(), next - from);
                marked.append(isBold ? style.bold(line.substring(at, end)) : line.substring(at, end));
                at = end;
            }
            lines.add(marked.toString());
            from += line.length();
        }
        return lines;
    }

    private List<String> summary(Trace trace, Optional<Money> cost, boolean verbose) {
        List<String> lines = remarks(trace, verbose);
        List<String> figures = new ArrayList<>();
        if (verbose) {
            figures.add(Phrases.name(trace.mode()) + " mode");
            figures.add(Phrases.cost(trace.total()));
        }
        cost.ifPresent(money -> figures.add("cost " + money));
        if (!figures.isEmpty()) {
            lines.add(style.faint(String.join(" · ", figures)));
        }
        return lines;
    }

    private List<String> passage(int number, Scored<Passage> scored) {
        Passage passage = scored.value();
        String label = String.format("%3d  ", number);
        String name = passage.documentId() + Phrases.positionText(passage);
        List<String> lines = new ArrayList<>();
        String shown = style.bold(TextWidth.cut(name, width - label.length()));
        Optional<URI> original = style.hasLinks() ? Phrases.original(passage, directory) : Optional.empty();
        lines.add(label + original.map(address -> style.link(shown, address)).orElse(shown));
        if (!passage.source().equals(passage.documentId())) {
            String source = TextWidth.cut("from " + Phrases.oneLine(passage.source()), width - label.length());
            lines.add(" ".repeat(label.length()) + style.faint(source));
        }
        Phrases.ocr(passage)
                .map(said -> TextWidth.wrap(said, width - label.length(), MAX_CLAIM_LINES))
                .ifPresent(said -> said.forEach(line -> lines.add(" ".repeat(label.length()) + style.faint(line))));
        for (String line : TextWidth.wrap(passage.text(), width - label.length(), MAX_PASSAGE_LINES)) {
            lines.add(" ".repeat(label.length()) + line);
        }
        return lines;
    }

    private static boolean isAnswer(Trace.Step step) {
        return step.name().equals("answer");
    }

    /** Returns the remarks of all steps but the answer; on omitted candidates only if verbose. */
    private List<String> remarks(Trace trace, boolean verbose) {
        List<String> lines = new ArrayList<>();
        for (Trace.Step step : trace.steps()) {
            // Remarks on an answer are printed below its text.
            for (String note : isAnswer(step) ? List.<String>of() : step.remarks()) {
                if (!verbose && note.contains(Parameter.CANDIDATE_TOKENS.name())) {
                    continue;
                }
                for (String line : TextWidth.wrap(step.name() + ": " + note, width)) {
                    lines.add(style.warning(line));
                }
            }
        }
        return lines;
    }
}
