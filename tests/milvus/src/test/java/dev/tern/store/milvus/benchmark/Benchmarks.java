package dev.tern.store.milvus.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The benchmarks of the Milvus store, by name. */
final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) throws IOException {
        List<String> words = Arrays.asList(arguments);
        String name = words.isEmpty() ? "" : words.getFirst();
        List<String> rest = words.subList(Math.min(1, words.size()), words.size());
        switch (name) {
            case "insert" -> InsertBenchmark.run(number(rest, 200_000));
            case "query" -> QueryBenchmark.run(numbers(rest, 5_000));
            case "edit" -> EditBenchmark.run(numbers(rest, 10, 1_000, 20_000));
            case "filter" -> FilterBenchmark.run(number(rest, 10_000));
            case "memory" -> MemoryBenchmark.run(number(rest, 1_000_000));
            case "parity" -> ParityBenchmark.run(Path.of(rest.getFirst()));
            case "server" -> ServerOnCommand.run(rest.getFirst());
            default -> {
                System.err.println(
                        "usage: insert [RELATIONS] | query [PASSAGES...] | hub [RELATIONS] | edit [STATEMENTS...] |"
                                + " filter [PASSAGES] | memory [ROWS] | parity FOLDER | server lite|standalone");
                System.exit(2);
            }
        }
        // The client's threads outlive it for a minute.
        System.exit(0);
    }

    private static List<Integer> numbers(List<String> words, Integer... otherwise) {
        return words.isEmpty()
                ? List.of(otherwise)
                : words.stream().map(Integer::valueOf).toList();
    }

    private static int number(List<String> words, int otherwise) {
        return words.isEmpty() ? otherwise : Integer.parseInt(words.getFirst());
    }
}
