package dev.tern.eval.command;

import dev.tern.app.config.ConfigurationException;
import dev.tern.eval.Evaluation;
import dev.tern.eval.baseline.Baseline;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.settings.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that choose the methods and measures of an evaluation. */
final class EvaluationFlags {
    @Option(
            names = "--modes",
            split = ",",
            paramLabel = "MODE",
            description = "The modes, separated by commas (default: naive,local, and graph if there is a chat model).")
    private @Nullable List<String> modes;

    @Option(
            names = "--baselines",
            split = ",",
            arity = "0..1",
            fallbackValue = "all",
            paramLabel = "NAME",
            description =
                    "Also measure what Tern is compared with: bm25, fused, seed, names, facts, or all of them (the"
                            + " same as --baselines alone).")
    private List<String> baselines = List.of();

    @Option(names = "--ablation", description = "Also measure local mode without each part of its ranking.")
    boolean ablation;

    @Option(
            names = "--candidates",
            description = "Also measure what graph mode shows its chat model, by budget of tokens; no model is asked.")
    boolean candidates;

    @Option(
            names = "--scripted",
            description = "Also measure graph mode with models that answer nonsense, or choose without reading.")
    boolean scripted;

    @Option(
            names = "--answers",
            description = "Also let the chat model answer from the first five passages: exact match and F1.")
    boolean answers;

    @Option(names = "--merge", description = "Search for the answers of all sets in one corpus of all folders.")
    boolean merge;

    @Option(names = "--without-titles", description = "Take the titles of the documents away.")
    boolean withoutTitles;

    @Option(
            names = "--questions",
            paramLabel = "PART",
            description = "Ask all, even or odd: the first question and every second after it, or the others (default:"
                    + " all).")
    private String questions = "all";

    @Option(names = "--split", paramLabel = "NAME", description = "The questions: qrels/NAME.tsv (default: test).")
    String split = BeirDataset.DEFAULT_SPLIT;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the intervals (default: " + Resampling.DEFAULT_SEED + ").")
    long seed = Resampling.DEFAULT_SEED;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "How many questions each method is asked before it is measured (default: "
                    + Evaluation.DEFAULT_WARM_UP + ").")
    int warmUp = Evaluation.DEFAULT_WARM_UP;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "How many questions are asked at a time; times are only right with 1 (default: 1).")
    int parallel = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write report.json, report.md, times.json, manifest.json and questions.jsonl.")
    @Nullable
    String out;

    /** Returns the requested modes; empty for all that the models allow, except overview. */
    List<Mode> modes() {
        return modes == null
                ? List.of()
                : modes.stream()
                        .map(name -> named(name, Mode.values(), "mode", "--modes"))
                        .distinct()
                        .toList();
    }

    List<Baseline> baselines() {
        if (baselines.contains("all")) {
            return List.of(Baseline.values());
        }
        return baselines.stream()
                .map(name -> named(name, Baseline.values(), "baseline", "--baselines"))
                .distinct()
                .toList();
    }

    QuestionSet.Part part() {
        return named(questions, QuestionSet.Part.values(), "part", "--questions");
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <T extends Enum<T>> T named(String name, T[] known, String noun, String flag) {
        for (T one : known) {
            if (lower(one).equals(name.strip().toLowerCase(Locale.ROOT))) {
                return one;
            }
        }
        List<String> names =
                new ArrayList<>(Arrays.stream(known).map(EvaluationFlags::lower).toList());
        String last = names.removeLast();
        throw new ConfigurationException(List.of("there is no " + noun + " \"" + name + "\" (" + flag + "); the " + noun
                + "s are " + String.join(", ", names) + " and " + last));
    }

    /** Returns the options by name, for the manifest. */
    SortedMap<String, String> asOptions() {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("modes", modes().stream().map(EvaluationFlags::lower).collect(Collectors.joining(",")));
        options.put(
                "baselines", baselines().stream().map(EvaluationFlags::lower).collect(Collectors.joining(",")));
        options.put("ablation", String.valueOf(ablation));
        options.put("candidates", String.valueOf(candidates));
        options.put("scripted", String.valueOf(scripted));
        options.put("answers", String.valueOf(answers));
        options.put("merge", String.valueOf(merge));
        options.put("withoutTitles", String.valueOf(withoutTitles));
        options.put("questions", lower(part()));
        options.put("split", split);
        options.put("warmUp", String.valueOf(warmUp));
        options.put("parallel", String.valueOf(parallel));
        return options;
    }
}
