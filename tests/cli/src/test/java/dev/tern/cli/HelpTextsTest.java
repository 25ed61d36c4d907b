package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceMetadata;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

final class HelpTextsTest {
    static List<String> examples() {
        return HelpTexts.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleIsTakenByItsCommand(String example) {
        String[] words = Shell.words(example).stream().skip(1).toArray(String[]::new);
        assertThatCode(() -> Shell.everyCommand().parseArgs(words)).doesNotThrowAnyException();
    }

    @Test
    void eachCommandIsInAGroupAndHasThreeExamples() {
        CommandLine tern = Shell.everyCommand();
        assertThat(commands(tern)).isNotEmpty().allSatisfy(command -> {
            String name = command.getCommandSpec().qualifiedName();
            assertThat(command.getUsageMessage().lines().filter(line -> line.startsWith("  " + name)))
                    .as(name)
                    .hasSizeGreaterThanOrEqualTo(3);
        });
        assertThat(tern.getUsageMessage().lines().filter(line -> line.matches("[A-Z][a-z]+:")))
                .containsExactly("Start:", "Ask:", "Documents:", "Graph:", "Server:", "More:");
    }

    @Test
    void filtersOfExamplesNameMetadataAsDocumentsDo() {
        List<String> filters = HelpTexts.examples().stream()
                .filter(example -> example.contains("--filter"))
                .map(example -> example.replaceFirst(".*--filter \"([^\"]*)\".*", "$1"))
                .toList();
        assertThat(filters)
                .isNotEmpty()
                .allMatch(filter -> MetadataFilter.parse(filter).holds(SourceMetadata.EMPTY.with("year", 2024)));
    }

    private static Stream<CommandLine> commands(CommandLine above) {
        return above.getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .flatMap(command -> Stream.concat(Stream.of(command), commands(command)));
    }
}
