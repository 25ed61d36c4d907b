package dev.tern.cli.command.output;

import dev.tern.graph.OcrSpan;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Scored;
import dev.tern.models.kept.GroupCost;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.cite.Claim;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.text.Language;
import dev.tern.text.WordLists;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** Formats words and phrases of the output for people. */
public final class Phrases {
    /** Matches the start of a Windows network path; opening one logs in to another machine. */
    private static final Pattern NETWORK = Pattern.compile("[/\\\\]{2}");

    private static final Pattern WEB = Pattern.compile("(?i)https?://");

    /** The texts around an answer in each language of {@link Language}. */
    private static final Properties AROUND = WordLists.read(Phrases.class.getResourceAsStream("answer.properties"));

    private Phrases() {}

    /** Returns the line about files that were ignored. */
    public static String ignored(int files) {
        return count(files, "file") + " ignored: empty, of a type that is not read, or broken as before (--json names "
                + (files == 1 ? "it" : "them") + ")";
    }

    /** Returns the calls of models with their tokens and cost; empty if there were none. */
    public static String spent(GroupCost cost) {
        if (cost.calls() == 0) {
            return "";
        }
        String price = cost.unpricedCalls() == cost.calls()
                ? "no price is set"
                : "cost " + cost.cost() + (cost.unpricedCalls() == 0 ? "" : " and calls without a price");
        return String.format(
                Locale.ROOT,
                "%s, %,d tokens sent and %,d received, %s",
                count(cost.calls(), "call"),
                cost.inputTokens(),
                cost.outputTokens(),
                price);
    }

    /** Returns a mode's name as users type it. */
    public static String name(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    static String describe(Mode mode) {
        return switch (mode) {
            case NAIVE -> "nearest passages";
            case LOCAL -> "walks the graph";
            case GRAPH -> "walks the graph, chat model picks";
            case OVERVIEW -> "the themes nearest to the question";
        };
    }

    /** Returns a phrase on the origin of an answer's text, written or quoted, in its language. */
    static String describe(Answer answer) {
        boolean failed = answer.trace().steps().stream()
                .flatMap(step -> step.remarks().stream())
                .anyMatch(note -> note.startsWith("the chat model failed"));
        Question question = answer.retrieval().question();
        return answer.kind() == Answer.Kind.GENERATED
                ? around("written", question)
                : around("quoted", question) + (failed ? "" : around("alone", question));
    }

    /** Returns a text around an answer in the language of its question, or else in English. */
    static String around(String key, Question question) {
        String name = Language.ofQuestion(question.text()).name();
        return AROUND.getProperty(key + "." + name, AROUND.getProperty(key + ".ENGLISH"));
    }

    /** Returns the answer's path of names, wrapped to lines; empty if it has none. */
    static List<String> path(Answer answer, int width) {
        List<String> path = answer.path();
        return path.isEmpty() ? List.of() : TextWidth.wrap(String.join(" -> ", path), width);
    }

    /** Returns the remark on a claim that the passages do not support. */
    static String unsupported(Claim claim) {
        return (claim.cited().isEmpty() ? "not in the passages: " : "not in the passages it cites: ")
                + oneLine(claim.text());
    }

    /**
     * Returns the address of a passage's source: a web address, or the address of an existing local
     * file, with the page; empty for others.
     */
    public static Optional<URI> original(Passage passage, Path directory) {
        try {
            if (WEB.matcher(passage.source()).lookingAt()) {
                return Optional.of(new URI(passage.source()));
            }
            if (NETWORK.matcher(passage.source()).lookingAt()) {
                return Optional.empty();
            }
            Path file = directory.resolve(passage.source());
            String page = passage.position().page() == 0
                    ? ""
                    : "#page=" + passage.position().page();
            return Files.isRegularFile(file) ? Optional.of(URI.create(file.toUri() + page)) : Optional.empty();
        } catch (URISyntaxException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns an answer with its sources as Markdown. */
    public static String markdown(Answer answer) {
        StringBuilder text = new StringBuilder(answer.text().strip()).append("\n\n");
        int number = 1;
        for (Scored<Passage> passage : answer.passages()) {
            text.append(number++)
                    .append(". ")
                    .append(oneLine(passage.value().source()))
                    .append(pages(passage.value()))
                    .append('\n');
        }
        return text.toString();
    }

    /** Returns the page, title and headings of a passage, to print after its document's id. */
    static String positionText(Passage passage) {
        String title = passage.title().strip();
        String heading = passage.position().heading();
        // A document whose title is its first heading prints it once.
        boolean once =
                title.isEmpty() || heading.equals(title) || heading.startsWith(title + Position.BETWEEN_HEADINGS);
        String over = heading.isEmpty() ? title : once ? heading : title + Position.BETWEEN_HEADINGS + heading;
        return over.isEmpty() ? pages(passage) : pages(passage) + "  " + oneLine(over);
    }

    /** Returns the pages, to print after a name: ", page 3", ", pages 3-4", or nothing. */
    public static String pages(Passage passage) {
        Position place = passage.position();
        if (place.page() == 0) {
            return "";
        }
        return (place.page() == place.lastPage() ? ", page " : ", pages ") + place.pages();
    }

    /** Returns a remark on the quality of text recognised in pictures; empty for other text. */
    static Optional<String> ocr(Passage passage) {
        String doubtful = passage.metadata()
                .value(OcrSpan.DOUBTFUL)
                .map(words -> "; doubtful: " + words)
                .orElse("");
        return passage.metadata()
                .value(OcrSpan.CONFIDENCE)
                .map(sure -> oneLine("read in a picture with a confidence of " + sure + doubtful));
    }

    /** Quotes a word of a command for a shell, if needed. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns a count and its noun, with a regular plural: "1 entity", "2 entities". */
    public static String count(long number, String noun) {
        String plural = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
        return String.format(Locale.ROOT, "%,d ", number) + (number == 1 ? noun : plural);
    }

    /** Formats a time given in milliseconds: as milliseconds, or from 10 s on as whole seconds. */
    public static String time(double millis) {
        if (millis < 10) {
            return String.format(Locale.ROOT, "%.1f ms", millis);
        }
        if (millis < 10_000) {
            return String.format(Locale.ROOT, "%.0f ms", millis);
        }
        return String.format(Locale.ROOT, "%.0f s", millis / 1000);
    }

    static String cost(Trace.Cost cost) {
        List<String> parts = new ArrayList<>();
        parts.add(time(cost.millis()));
        parts.add(count(cost.roundTrips(), "store round trip"));
        parts.add(count(cost.modelCalls() - cost.chatCalls(), "embedding call"));
        if (cost.chatCalls() > 0) {
            parts.add(count(cost.chatCalls(), "chat call"));
        }
        long tokens = cost.inputTokens() + cost.outputTokens();
        if (tokens > 0) {
            parts.add(count(tokens, "token"));
        }
        return String.join(" · ", parts);
    }

    /** Returns a text with single spaces between its words. */
    public static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
