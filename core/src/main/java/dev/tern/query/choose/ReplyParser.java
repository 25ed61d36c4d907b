package dev.tern.query.choose;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.text.TextTruncation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the reply of a chat model to a list of candidates, in any format: JSON as requested, in a
 * fence, in prose, or truncated; a bare array; numbers alone; the lines without their numbers.
 * Unknown and repeated numbers are dropped.
 */
final class ReplyParser {
    /** The maximum number of characters read of a reply; a usual one has a few thousand. */
    static final int MAX_CHARACTERS = 200_000;

    private static final int MAX_THOUGHT = 4000;
    private static final int MAX_TRIES = 8;
    static final String RELATIONS = "useful_relationships";
    static final String THOUGHT = "thought_process";
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern LEADING_NUMBER = Pattern.compile("^\\s*+(?:\\[\\s*+)?(\\d{1,9})\\b");
    private static final Pattern BRACKETED = Pattern.compile("\\[\\s*(\\d{1,9})\\s*\\]");
    private static final Pattern ONLY_NUMBERS = Pattern.compile("[\\s\\[\\]\\d,;.]+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    /** A list of bare numbers with separators, which drops an incomplete last number. */
    private static final Pattern BARE_LIST =
            Pattern.compile("^\"?\\s*+:\\s*+\\[\\s*+((?:\\d{1,9}+\\s*+[,\\]]\\s*+)++)");

    private final List<String> shown;

    /**
     * Creates a parser of replies about these candidates.
     *
     * @param shown the line of each number; number n is at index n - 1
     */
    ReplyParser(List<String> shown) {
        this.shown = shown;
    }

    /**
     * A usable reply of a model.
     *
     * @param thought the model's reason, shortened; may be empty
     * @param numbers the chosen numbers in order, valid and distinct; empty if none is useful
     */
    record ParsedReply(String thought, List<Integer> numbers) {}

    /** Returns the parsed reply; empty if nothing in it is usable. */
    Optional<ParsedReply> parse(String text) {
        String reply = text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS);
        if (ONLY_NUMBERS.matcher(reply).matches()) {
            return chosen("", numbers(NUMBER, reply));
        }
        boolean named = reply.contains(RELATIONS);
        for (JsonNode json : jsonValues(reply)) {
            if (json.path(RELATIONS).isArray() || (!named && json.isArray())) {
                return fromJson(json);
            }
        }
        return fromText(reply);
    }

    /** Returns JSON values of a reply, not "[1]"; tries at most {@value #MAX_TRIES} brackets. */
    private static List<JsonNode> jsonValues(String reply) {
        List<JsonNode> values = new ArrayList<>();
        int tries = 0;
        for (int i = 0; i < reply.length() && tries < MAX_TRIES; i++) {
            char c = reply.charAt(i);
            boolean opens = c == '{'
                    || (c == '['
                            && !BRACKETED
                                    .matcher(reply)
                                    .region(i, reply.length())
                                    .lookingAt());
            if (opens) {
                tries++;
                try (JsonParser parser = JSON.createParser(reply.substring(i))) {
                    values.add(JSON.readTree(parser));
                    i += (int) parser.currentLocation().getCharOffset() - 1;
                } catch (IOException e) {
                    // This is no JSON, or nested too deep; the next bracket may begin a value.
                }
            }
        }
        return values;
    }

    private Optional<ParsedReply> fromJson(JsonNode json) {
        JsonNode numbered = json.isArray() ? json : json.path(RELATIONS);
        String thought = json.path(THOUGHT).asText("");
        Set<Integer> numbers = new LinkedHashSet<>();
        for (JsonNode item : numbered) {
            number(item).ifPresent(numbers::add);
        }
        return numbered.isEmpty()
                ? Optional.of(new ParsedReply(TextTruncation.withEllipsis(thought, MAX_THOUGHT), List.of()))
                : chosen(thought, numbers);
    }

    private Optional<Integer> number(JsonNode item) {
        if (item.isIntegralNumber() && item.canConvertToInt()) {
            return Optional.of(item.asInt());
        }
        if (item.isArray() && item.size() >= 1 && item.get(0).isIntegralNumber()) {
            return Optional.of(item.get(0).asInt());
        }
        if (!item.isTextual()) {
            return Optional.empty();
        }
        // The text is compared first, since a relation may begin with a number.
        int index = shownIndex(item.asText());
        if (index >= 0) {
            return Optional.of(index + 1);
        }
        Matcher leading = LEADING_NUMBER.matcher(item.asText());
        return leading.find() ? Optional.of(Integer.valueOf(leading.group(1))) : Optional.empty();
    }

    private int shownIndex(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        for (int i = 0; i < shown.size(); i++) {
            if (shown.get(i).strip().toLowerCase(Locale.ROOT).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the bare numbers, or numbers in brackets, after the list's name, as in truncated
     * JSON; without the name, numbers in brackets anywhere.
     */
    private Optional<ParsedReply> fromText(String reply) {
        int named = reply.indexOf(RELATIONS);
        if (named < 0) {
            return chosen("", numbers(BRACKETED, reply));
        }
        String rest = reply.substring(named + RELATIONS.length());
        Matcher bare = BARE_LIST.matcher(rest);
        return chosen("", bare.lookingAt() ? numbers(NUMBER, bare.group(1)) : numbers(BRACKETED, rest));
    }

    private static Set<Integer> numbers(Pattern pattern, String text) {
        Set<Integer> numbers = new LinkedHashSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            String digits = matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
            numbers.add(Integer.valueOf(digits));
        }
        return numbers;
    }

    private Optional<ParsedReply> chosen(String thought, Set<Integer> numbers) {
        List<Integer> known = new ArrayList<>();
        for (int number : numbers) {
            if (number >= 1 && number <= shown.size()) {
                known.add(number);
            }
        }
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(new ParsedReply(TextTruncation.withEllipsis(thought, MAX_THOUGHT), known));
    }
}
