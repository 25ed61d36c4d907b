package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the citations of an answer as annotations of OpenAI's API.
 *
 * <p>Clients such as Open WebUI number sources by first occurrence, and link "[2]" to the second
 * source. So annotations follow the order of passages, and an uncited passage before a cited one
 * gets an empty annotation at the end of the answer.
 */
final class UrlCitations {
    private static final Pattern MARK = Pattern.compile("\\[(\\d{1,3}+(?:\\s*+,\\s*+\\d{1,3}+)*+)]");
    private static final Pattern COMMA = Pattern.compile("(?<!\\s)\\s*+,\\s*+");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** The maximum number of words with which a browser finds a passage in its page. */
    private static final int WORDS = 10;

    private static final int WORDS_LENGTH = 100;

    private UrlCitations() {}

    /** An annotation of an answer; {@code type} is always {@code url_citation}. */
    record UrlAnnotation(
            String type, @JsonProperty("url_citation") UrlCitation citation) {}

    /**
     * A cited passage, and the position of a mark such as [2] that cites it.
     *
     * @param start the index of the mark's first code point in the answer, from 0
     * @param end the index after the mark's last code point
     * @param title the passage's title, or if blank its document's id; then the page, if known
     * @param url the URL of the passage in its web page; without one, {@code tern:GRAPH/PASSAGE}
     */
    record UrlCitation(
            @JsonProperty("start_index") int start,
            @JsonProperty("end_index") int end,
            String title,
            String url) {}

    private record Mark(int start, int end, List<Integer> numbers) {}

    /** Returns the annotations of an answer as it was sent; none for the kind UNKNOWN. */
    static List<UrlAnnotation> of(String graph, String content, Answer answer) {
        List<UrlAnnotation> annotations = new ArrayList<>();
        if (answer.kind() == Answer.Kind.UNKNOWN) {
            return annotations;
        }
        List<Mark> marks = marks(content);
        List<Scored<Passage>> passages = answer.passages();
        int last = marks.stream()
                .flatMap(mark -> mark.numbers().stream())
                .filter(number -> number <= passages.size())
                .reduce(0, Math::max);
        int end = content.codePointCount(0, content.length());
        for (int number = 1; number <= last; number++) {
            int current = number;
            Passage passage = passages.get(number - 1).value();
            List<Mark> citing = marks.stream()
                    .filter(mark -> mark.numbers().contains(current))
                    .toList();
            for (Mark mark : citing.isEmpty() ? List.of(new Mark(end, end, List.of())) : citing) {
                annotations.add(new UrlAnnotation(
                        "url_citation",
                        new UrlCitation(mark.start(), mark.end(), title(passage), url(graph, passage))));
            }
        }
        return annotations;
    }

    private static List<Mark> marks(String content) {
        List<Mark> marks = new ArrayList<>();
        for (Matcher mark = MARK.matcher(content); mark.find(); ) {
            int start = content.codePointCount(0, mark.start());
            marks.add(new Mark(
                    start,
                    start + mark.end() - mark.start(),
                    COMMA.splitAsStream(mark.group(1)).map(Integer::valueOf).toList()));
        }
        return marks;
    }

    private static String title(Passage passage) {
        String name = passage.title().isBlank() ? passage.documentId() : passage.title();
        int page = passage.position().page();
        return page == 0 ? name : name + ", p. " + page;
    }

    private static String url(String graph, Passage passage) {
        String source = passage.source();
        if (!source.startsWith("https://") && !source.startsWith("http://")) {
            return "tern:" + graph + "/" + passage.id();
        }
        String separator = source.indexOf('#') < 0 ? "#" : "";
        return source + separator + ":~:text=" + directive(passage.text());
    }

    /** Returns a text directive for a URL's fragment: the first words of a text. */
    private static String directive(String text) {
        String words = Arrays.stream(SPACES.split(text.strip()))
                .limit(WORDS)
                .collect(Collectors.joining(" "))
                .codePoints()
                .limit(WORDS_LENGTH)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return URLEncoder.encode(words, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("-", "%2D");
    }
}
