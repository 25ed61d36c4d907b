package dev.tern.eval;

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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A chat model that knows the gold passages of each question, and recognises each of them with some probability: of the relations
 * it names one that each recognised passage states, of the passages those that are recognised. In one of two replies it adds a
 * wrong one. It reads nothing but the prompt, as a model does; what it says is drawn by a seed, anew for relations and for
 * passages. Thread-safe.
 */
final class OracleChatModel implements ChatModel {
    private static final Pattern QUESTION = Pattern.compile("^<question>(.*)</question>$", Pattern.MULTILINE);
    private static final Pattern NUMBERED = Pattern.compile("^(\\d+)\\. (.*)$");
    private static final Pattern LEFT_OUT = Pattern.compile("\\s*(?:…|\\.\\.\\.)\\s*");
    private static final Pattern UNREAD = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Map<String, List<Gold>> goldOfQuestion = new HashMap<>();
    private final double probability;
    private final long seed;

    /** A gold passage, in letters and digits only. */
    private record Gold(String id, String title, String text, List<String> statements) {
        static Gold of(Passage passage) {
            return new Gold(
                    passage.id(),
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
        List<Integer> numbers = numbers(user, ofPassages, gold, recognised, random);
        String reply = (ofPassages ? "{\"useful_passages\": " : "{\"useful_relationships\": ") + numbers
                + ", \"thought_process\": \"\"}";
        int input = request.messages().stream()
                .mapToInt(message -> Tokens.estimate(text(message)))
                .sum();
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(reply))
                .tokenUsage(new TokenUsage(input, Tokens.estimate(reply)))
                .build();
    }

    /** The first line of each recognised passage, in a drawn order, and perhaps a wrong one. */
    private static List<Integer> numbers(
            String user, boolean ofPassages, List<Gold> gold, List<Gold> recognised, SplittableRandom random) {
        Map<String, Integer> right = new LinkedHashMap<>();
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
                        .filter(one -> ofPassages ? one.says(text) : one.states(under, goesOn, text))
                        .toList();
                stating.stream().filter(recognised::contains).forEach(one -> right.putIfAbsent(one.id(), number));
                if (stating.isEmpty()) {
                    wrong.add(number);
                }
            }
        }
        List<Integer> named = new ArrayList<>(new LinkedHashSet<>(right.values()));
        Collections.shuffle(named, Random.from(random));
        if (random.nextBoolean() && !wrong.isEmpty()) {
            named.add(random.nextInt(named.size() + 1), wrong.get(random.nextInt(wrong.size())));
        }
        return named;
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

    private static String text(ChatMessage message) {
        return switch (message) {
            case SystemMessage system -> system.text();
            case UserMessage user -> user.singleText();
            default -> "";
        };
    }
}
