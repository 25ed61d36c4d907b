package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import dev.tern.house.LongTexts.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No regular expression of Tern overflows the stack, or takes more than a number of steps for each character of any
 * text. A step is one read character, so the count is the same on every machine.
 */
final class PatternsTest {
    private static final int FEW = 200;
    private static final int MANY = 1_500;

    /** A text with many repetitions is no longer than this, or than one repetition. */
    private static final int MAX_LENGTH = 9_000;

    /** The maximum growth of the steps of a linear expression, relative to the growth of the text. */
    private static final int SLACK = 2;

    /** Reads for each character of a short text that no linear expression needs. */
    private static final long TOO_MANY = 2_000;

    /** The size of the stack, too small for one frame for each repetition. */
    private static final long STACK_BYTES = 256 * 1024;

    private static final JavaClasses TERN = Classes.OF_TERN;

    /** The ways in which code matches a text. */
    private enum Use {
        FIND,
        MATCHES,
        LOOKING_AT;

        boolean matches(Matcher matcher) {
            return switch (this) {
                case FIND -> findsAll(matcher) > 0;
                case MATCHES -> matcher.matches();
                case LOOKING_AT -> matcher.lookingAt();
            };
        }

        private static int findsAll(Matcher matcher) {
            int found = 0;
            while (matcher.find()) {
                found++;
            }
            return found;
        }
    }

    /** An expression and the ways in which code uses it. */
    record Expression(String place, Pattern pattern, List<Use> uses) {
        @Override
        public String toString() {
            return place;
        }
    }

    static Stream<Expression> expressions() {
        List<Use> all = List.of(Use.values());
        return Stream.concat(
                Expressions.inStaticFields(TERN).entrySet().stream()
                        .map(field -> new Expression(field.getKey(), field.getValue(), all)),
                Expressions.inCalls().entrySet().stream()
                        .map(call -> new Expression(
                                call.getKey(),
                                call.getValue(),
                                List.of(call.getKey().contains(".java matches ") ? Use.MATCHES : Use.FIND))));
    }

    @Test
    void allExpressionsWereSeen() {
        assertThat(Expressions.inStaticFields(TERN)).hasSizeGreaterThan(120);
        assertThat(Expressions.inStaticFields(TERN)).containsKeys("ReplyParser.BARE_LIST", "ChatAnswerer.FENCE.begun");
        assertThat(Expressions.inCalls()).hasSizeGreaterThan(60);
    }

    /** Compiled elsewhere, a pattern would be seen by no test: these hold a static one's parts, or a text that is quoted. */
    @Test
    void patternsAreCompiledAsTheirClassIsInitialised() {
        assertThat(TERN.stream()
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(call -> call.getTargetOwner().isEquivalentTo(Pattern.class)
                                && List.of("compile", "matches").contains(call.getName()))
                        .map(call -> call.getOrigin())
                        .filter(origin -> !origin.getName().equals("<clinit>"))
                        .map(PatternsTest::name))
                .containsExactlyInAnyOrder(
                        "Fence.<init>",
                        "RejectionPatterns.of",
                        "NameLookup.without",
                        "Compiler.namedClass",
                        "OwnerFiles.deleteAbandoned",
                        "AnswerText.marked");
    }

    private static String name(JavaCodeUnit unit) {
        return unit.getOwner().getSimpleName() + "." + unit.getName();
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void repetitionsAreReadInALinearNumberOfStepsOnASmallStack(Expression expression) {
        long seed = Long.getLong("seed", 1);
        assertThat(fault(expression, seed)).as("with -Dseed=" + seed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"?\\s*:\\s*\\[\\s*((?:\\d{1,9}\\s*[,\\]]\\s*)+)",
                "\\[(\\d{1,3}(?:\\s*,\\s*\\d{1,3})*)]",
                "(?<=://)(?:[^/?#\\s\\[:@]*:(?!\\d{1,5}(?:[/?#\\s]|$))\\S*|[^/?#\\s]*)@",
                "^(?:[\\s\\p{Punct}&&[^(]]|\\[\\d+\\]|\\w{1,12}\\])+",
                "\\s+$",
                "^(\\w+)+:",
                "(?:a|aa)+b"
            })
    void expressionThatSomebodyCanDriveIsFound(String written) {
        Expression expression = new Expression(written, Pattern.compile(written), List.of(Use.values()));

        assertThat(fault(expression, 1)).isPresent();
    }

    private static Optional<String> fault(Expression expression, long seed) {
        CompletableFuture<Optional<String>> fault = new CompletableFuture<>();
        Runnable trial = () -> fault.complete(LongTexts.of(expression.pattern(), new Random(seed)).stream()
                .flatMap(shape ->
                        expression.uses().stream().flatMap(use -> fault(expression.pattern(), use, shape).stream()))
                .findFirst());
        Thread.Builder.OfPlatform small = Thread.ofPlatform().daemon().stackSize(STACK_BYTES);
        small.uncaughtExceptionHandler((thread, failure) -> fault.completeExceptionally(failure))
                .start(trial);
        return fault.join();
    }

    private static Optional<String> fault(Pattern pattern, Use use, Shape shape) {
        String few = shape.text(FEW);
        String many = shape.text(Math.clamp(MAX_LENGTH / shape.repeated().length(), FEW, MANY));
        try {
            CountedText first = new CountedText(few, TOO_MANY * few.length());
            boolean unused = use.matches(pattern.matcher(first));
            long most = SLACK * first.reads() * many.length() / few.length() + MANY;
            unused = use.matches(pattern.matcher(new CountedText(many, most)));
            return Optional.empty();
        } catch (CountedText.TooManyReads e) {
            return Optional.of(pattern + " with " + use + " of " + shape + ": " + e.getMessage());
        } catch (StackOverflowError e) {
            return Optional.of(pattern + " with " + use + " of " + shape + " overflows the stack");
        }
    }
}
