package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The messages that {@code docs/troubleshooting.md} quotes in its tables' first column are still in the sources. */
final class QuotedMessagesTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    @Test
    void everyQuotedMessageIsInTheSources() {
        List<String> sources = Stream.concat(TREE.mainSources().stream(), TREE.files(".sh").stream())
                .map(TREE::text)
                .map(QuotedMessagesTest::withWholeLiterals)
                .collect(Collectors.toList());
        sources.add(TREE.text(Path.of("tern")));

        List<String> messages = TREE.text(Path.of("docs/troubleshooting.md"))
                .lines()
                .filter(line -> line.startsWith("| `") || line.startsWith("| …"))
                .map(line -> line.split(" \\| ", 2)[0])
                .flatMap(cell -> QUOTED.matcher(cell).results().map(found -> found.group(1)))
                .toList();

        assertThat(messages)
                .hasSizeGreaterThan(50)
                .allSatisfy(message -> assertThat(sources)
                        .as(message)
                        .anyMatch(
                                source -> Stream.of(message.split(" ?…:? ?|\"")).allMatch(source::contains)));
    }

    /** Puts string literals together that are written in parts. */
    private static String withWholeLiterals(String source) {
        return source.replaceAll("\"\\s*\\+\\s*\"", "");
    }
}
