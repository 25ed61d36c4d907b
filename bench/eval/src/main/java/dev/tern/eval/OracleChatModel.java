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
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.model.Tokens;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A chat model that knows the gold passages of each question, recognises each with some
 * probability, and names a relation of each recognised one. It adds a wrong one to half of its
 * replies. Like a real model it reads only the prompt; replies are drawn by a seed. Thread-safe.
 */
final class OracleChatModel implements ChatModel {
    private static final Pattern QUESTION = Pattern.compile("^<question>(.*)</question>$", Pattern.MULTILINE);
    private static final Pattern NUMBERED = Pattern.compile("^(\\d+)\\. (.*)$");
    private static final Pattern LEFT_OUT = Pattern.compile("…|\\.\\.\\.");
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern UNREAD = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Map<String, List<Gold>> goldOfQuestion = new HashMap<>();
    private final double probability;
    private final long seed;

    /** A gold passage, in letters and digits only. */
    private record Gold(String id, String title, List<String> statements) {
        static Gold of(Passage passage) {
            return new Gold(
                    passage.id(),
                    letters(passage.title()),
                    passage.statements().stream()
                            .map(Statement::text)
                            .map(OracleChatModel::letters)
                            .toList());
        }

        /**
         * Returns true if it states a relation listed under a title, or in full without one.
         *
         * @param cut true if the title is truncated
         */
        boolean states(String heading, boolean cut, String line) {
            return (heading.isEmpty() || heading.equals(title) || (cut && title.startsWith(heading)))
                    && statements.stream()
                            .anyMatch(statement -> parts(line).stream().allMatch(statement::contains));
        }
    }

    /**
     * Creates an oracle for question sets.
     *
     * @param store the store with the gold passages
     * @param probability of recognising each, 0 to 1
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
        SplittableRandom random = new SplittableRandom(seed ^ asked.hashCode());
        List<Gold> gold = goldOfQuestion.getOrDefault(asked, List.of());
        List<Gold> recognised =
                gold.stream().filter(one -> random.nextDouble() < probability).toList();
        Read read = read(user, gold);
        List<Integer> numbers = named(read, recognised, random);
        if (random.nextBoolean() && !read.wrong().isEmpty()) {
            int place = random.nextInt(numbers.size() + 1);
            numbers.add(place, read.wrong().get(random.nextInt(read.wrong().size())));
        }
        ObjectNode said = JSON.createObjectNode();
        numbers.forEach(said.putArray("useful_relationships")::add);
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
     * The gold passages of a list.
     *
     * @param right the number of the first line of each one found, by id
     * @param wrong the numbers of other lines
     */
    private record Read(Map<String, Integer> right, List<Integer> wrong) {}

    private static Read read(String user, List<Gold> gold) {
        Map<String, Integer> right = new HashMap<>();
        List<Integer> wrong = new ArrayList<>();
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
                        .filter(one -> one.states(under, goesOn, text))
                        .toList();
                stating.forEach(one -> right.putIfAbsent(one.id(), number));
                if (stating.isEmpty()) {
                    wrong.add(number);
                }
            }
        }
        return new Read(right, wrong);
    }

    /** Returns the numbers of the lines of recognised passages, in random order. */
    private static List<Integer> named(Read read, List<Gold> recognised, SplittableRandom random) {
        List<Integer> named = new ArrayList<>(recognised.stream()
                .flatMap(one -> Optional.ofNullable(read.right().get(one.id())).stream())
                .collect(Collectors.toCollection(TreeSet::new)));
        Collections.shuffle(named, Random.from(random));
        return named;
    }

    /** Returns the parts of a shortened text. */
    private static List<String> parts(String line) {
        return LEFT_OUT.splitAsStream(line)
                .map(OracleChatModel::letters)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static String letters(String text) {
        return UNREAD.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    private static String text(ChatMessage message) {
        return switch (message) {
            case SystemMessage system -> system.text();
            case UserMessage user -> user.singleText();
            default -> "";
        };
    }
}
