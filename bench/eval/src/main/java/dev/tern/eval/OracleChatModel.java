package dev.tern.eval;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.eval.questions.Query;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Embedded;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.model.Tokens;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A chat model that knows the gold passages of each question, and recognises each of them with some probability: of the relations
 * it names one that each recognised passage states, of the passages those that are recognised. In one of two replies it adds a
 * wrong one. Where it is asked what is missing, it names of the gold passages that it was not shown those whose title stands in what it
 * read, or else a name in them that does, each with that probability, and in the replies with a wrong one a wrong name. It reads nothing but the prompt, as a model does; what it says is drawn by a seed, anew for relations and for
 * passages. Thread-safe.
 */
final class OracleChatModel implements ChatModel {
    private static final Pattern QUESTION = Pattern.compile("^<question>(.*)</question>$", Pattern.MULTILINE);
    private static final Pattern NUMBERED = Pattern.compile("^(\\d+)\\. (.*)$");
    private static final Pattern LEFT_OUT = Pattern.compile("…|\\.\\.\\.");
    /** What tells apart titles that are alike: "Mercury (planet)". */
    private static final Pattern QUALIFIER = Pattern.compile("(?<!\\s)\\s*+\\([^()]*+\\)$");

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern UNREAD = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Map<String, List<Gold>> goldOfQuestion = new HashMap<>();
    private final double probability;
    private final long seed;

    /**
     * A gold passage, in letters and digits only.
     *
     * @param names what leads to it: its title without a qualifier, then the names in it
     */
    private record Gold(String id, List<String> names, String title, String text, List<String> statements) {
        static Gold of(Passage passage) {
            Stream<String> title = Stream.of(QUALIFIER.matcher(passage.title()).replaceFirst(""));
            Stream<String> names =
                    NameSpans.capitalised(passage.text()).stream().map(NameSpans.Span::text);
            return new Gold(
                    passage.id(),
                    Stream.concat(title, names).filter(name -> !name.isBlank()).toList(),
                    letters(passage.title()),
                    letters(passage.text()),
                    passage.statements().stream()
                            .map(Statement::text)
                            .map(OracleChatModel::letters)
                            .toList());
        }

        /**
         * Whether it states a relation that stands under a title; under none, it stands there whole.
         *
         * @param cut whether the title goes on
         */
        boolean states(String heading, boolean cut, String line) {
            return (heading.isEmpty() || heading.equals(title) || (cut && title.startsWith(heading)))
                    && statements.stream()
                            .anyMatch(statement -> parts(line).stream().allMatch(statement::contains));
        }

        boolean says(String line) {
            List<String> parts = parts(line);
            return !parts.isEmpty() && parts.stream().allMatch((title + text)::contains);
        }
    }

    /**
     * An oracle for some questions.
     *
     * @param store has the gold passages
     * @param probability with which it recognises each, 0 to 1
     */
    OracleChatModel(GraphStore store, List<QuestionSet> sets, double probability, long seed) {
        this.probability = probability;
        this.seed = seed;
        for (QuestionSet set : sets) {
            for (Query query : set.queries()) {
                goldOfQuestion.put(
                        letters(query.text()),
                        store.passages(PassagesBy.DOCUMENT, query.gold()).stream()
                                .map(Embedded::value)
                                .map(Gold::of)
                                .toList());
            }
        }
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        String user = ((UserMessage) request.messages().getLast()).singleText();
        Matcher question = QUESTION.matcher(user);
        String asked = question.find() ? letters(question.group(1)) : "";
        boolean ofPassages = user.contains("\n<passages>\n");
        SplittableRandom random = new SplittableRandom(seed ^ asked.hashCode() ^ (ofPassages ? 0x5DEECE66DL : 0));
        List<Gold> gold = goldOfQuestion.getOrDefault(asked, List.of());
        List<Gold> recognised =
                gold.stream().filter(one -> random.nextDouble() < probability).toList();
        Read read = read(user, ofPassages, gold);
        List<Integer> numbers = named(read, recognised, random);
        String wrongLine = "";
        if (random.nextBoolean() && !read.wrong().isEmpty()) {
            int place = random.nextInt(numbers.size() + 1);
            List<Integer> wrong = List.copyOf(read.wrong().keySet());
            int number = wrong.get(random.nextInt(wrong.size()));
            wrongLine = read.wrong().getOrDefault(number, "");
            numbers.add(place, number);
        }
        ObjectNode said = JSON.createObjectNode();
        numbers.forEach(said.putArray(ofPassages ? "useful_passages" : "useful_relationships")::add);
        if (text(request.messages().getFirst()).contains("\"missing\"")) {
            missing(user, gold, read, wrongLine, random).forEach(said.putArray("missing")::add);
        }
        String reply = said.put("thought_process", "").toString();
        int input = request.messages().stream()
                .mapToInt(message -> Tokens.estimate(text(message)))
                .sum();
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(reply))
                .tokenUsage(new TokenUsage(input, Tokens.estimate(reply)))
                .build();
    }

    /**
     * What a list holds of the gold passages.
     *
     * @param right the number of the first line of each that is there, by its id
     * @param wrong the numbers of lines that are of none, and these lines
     */
    private record Read(Map<String, Integer> right, Map<Integer, String> wrong) {}

    private static Read read(String user, boolean ofPassages, List<Gold> gold) {
        Map<String, Integer> right = new HashMap<>();
        Map<Integer, String> wrong = new TreeMap<>();
        String heading = "";
        boolean cut = false;
        for (String line : user.split("\n", -1)) {
            Matcher numbered = NUMBERED.matcher(line);
            if (line.startsWith("#")) {
                heading = letters(line);
                cut = line.endsWith("...");
            } else if (numbered.matches()) {
                String under = heading;
                boolean goesOn = cut;
                String text = numbered.group(2);
                Integer number = Integer.valueOf(numbered.group(1));
                List<Gold> stating = gold.stream()
                        .filter(one -> ofPassages ? one.says(text) : one.states(under, goesOn, text))
                        .toList();
                stating.forEach(one -> right.putIfAbsent(one.id(), number));
                if (stating.isEmpty()) {
                    wrong.put(number, text);
                }
            }
        }
        return new Read(right, wrong);
    }

    /** The numbers of those lines, in a drawn order. */
    private static List<Integer> named(Read read, List<Gold> recognised, SplittableRandom random) {
        List<Integer> named = new ArrayList<>(recognised.stream()
                .flatMap(one -> Optional.ofNullable(read.right().get(one.id())).stream())
                .collect(Collectors.toCollection(TreeSet::new)));
        Collections.shuffle(named, Random.from(random));
        return named;
    }

    /**
     * What it says is missing: of each gold passage that is not there, with the probability, the first of its names that stands in the question or in
     * the list; in a reply that errs a name of a wrong line besides.
     */
    private List<String> missing(String user, List<Gold> gold, Read read, String wrongLine, SplittableRandom random) {
        List<String> missing = new ArrayList<>();
        String seen = words(user);
        for (Gold one : gold) {
            boolean knows = random.nextDouble() < probability;
            if (knows && !read.right().containsKey(one.id())) {
                one.names().stream()
                        .filter(name -> seen.contains(words(name)))
                        .findFirst()
                        .ifPresent(missing::add);
            }
        }
        List<NameSpans.Span> wrong = NameSpans.capitalised(wrongLine);
        if (!wrong.isEmpty()) {
            missing.add(
                    random.nextInt(missing.size() + 1),
                    wrong.get(random.nextInt(wrong.size())).text());
        }
        return missing;
    }

    /** The parts of a shortened text. */
    private static List<String> parts(String line) {
        return LEFT_OUT.splitAsStream(line)
                .map(OracleChatModel::letters)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static String letters(String text) {
        return UNREAD.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    /** The words of a text with a space around each, so that a name is found as whole words only. */
    private static String words(String text) {
        return " " + String.join(" ", Words.of(text)) + " ";
    }

    private static String text(ChatMessage message) {
        return switch (message) {
            case SystemMessage system -> system.text();
            case UserMessage user -> user.singleText();
            default -> "";
        };
    }
}
