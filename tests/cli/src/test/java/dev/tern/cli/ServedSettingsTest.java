package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.config.Setting;
import dev.tern.app.limits.ServerLimit;
import dev.tern.cli.serve.ServerConfiguration;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.IntakeSource;
import dev.tern.settings.Parameter;
import dev.tern.text.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The settings of adding have the same effect on a file sent to {@code tern serve} as under {@code tern add}. */
final class ServedSettingsTest {
    private static final Pattern LEFT_OUT = Pattern.compile("left out (.*?): it (.*)");

    /** A setting, and a file that shows its effect. */
    private static final Map<Setting, List<String>> SHOWN = Map.ofEntries(
            Map.entry(Setting.LOAD_MAX_FILE_BYTES, List.of("10", "letter.txt")),
            Map.entry(Setting.EXTRACTOR, List.of("sentences", "letter.txt")),
            Map.entry(Setting.PASSAGE_TOKENS, List.of("16", "letter.txt")),
            Map.entry(Setting.OVERLAP_TOKENS, List.of("0", "long.txt")));

    /**
     * Settings whose effect needs a provider, models, minutes or much memory to show; each is passed on together with
     * one of the settings above. A server reads no sites.
     */
    private static final Set<Setting> WITH_THOSE = EnumSet.of(
            Setting.LOAD_MAX_SECONDS,
            Setting.LOAD_PARSER_MEGABYTES,
            Setting.LOAD_PARSERS,
            Setting.LOAD_HIDDEN,
            Setting.LOAD_ENCODING,
            Setting.LOAD_OCR_MODELS,
            Setting.LOAD_OCR_LANGUAGES,
            Setting.LOAD_MAX_SCANNED_PAGES,
            Setting.EXTRACTION_PROMPT_FILE,
            Setting.EXTRACTION_ENTITY_TYPES,
            Setting.EXTRACTION_PREDICATES);

    /**
     * The prefixes of settings that do not concern documents; the table of parameters names the parameters of
     * questions.
     */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(store|graph|milvus|mode|chat|embedding|prices|maxCost|cache|request|maxRetries|parallelRequests"
                    + "|server|traces|mcp|trust|unencrypted)([.A-Z].*)?");

    @TempDir
    private Path directory;

    static Set<Setting> shown() {
        return SHOWN.keySet();
    }

    @BeforeEach
    void files() throws IOException {
        Files.writeString(
                directory.resolve("letter.txt"),
                "Lena Marr built the Vale bridge in the summer of that year. Emil Marr taught in Halden, and he never"
                        + " saw it. The river Oro runs under the bridge, and boats go by all day long.");
        Files.writeString(directory.resolve("long.txt"), "Lena Marr built the Vale bridge over the river. ".repeat(80));
    }

    @Test
    void everySettingOfAddingIsShownOrToldTogetherWithOne() {
        List<Setting> unknown = Arrays.stream(Setting.values())
                .filter(setting -> !SHOWN.containsKey(setting) && !WITH_THOSE.contains(setting))
                .filter(setting -> Parameter.of(setting.key())
                        .filter(parameter -> parameter.chosenBy() != Parameter.ChosenBy.WHEN_INDEXING)
                        .isEmpty())
                .filter(setting -> !ELSEWHERE.matcher(setting.key()).matches())
                .toList();

        assertThat(unknown)
                .as("settings that this test neither shows nor leaves out")
                .isEmpty();
    }

    @Test
    void fileThatNobodyWouldReadIsNotTaken() {
        Shell shell = new Shell(directory);

        Shell.Run refused = shell.with("TERN_SERVER_UPLOAD_MEGABYTES", "200").run("serve");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .isEqualTo("tern: server.uploadMegabytes takes files of 209715200 bytes, but load.maxFileBytes is"
                        + " 104857600: lower the one or raise the other\n");
        Shell smaller = new Shell(directory).with("TERN_LOAD_MAX_FILE_BYTES", "5000");
        assertThat(new ServerConfiguration(smaller.configuration(), directory, new Redaction())
                        .settings()
                        .limits()
                        .of(ServerLimit.UPLOAD_BYTES))
                .isEqualTo(5000);
    }

    @ParameterizedTest
    @MethodSource("shown")
    void serverDoesWhatTheCommandDoes(Setting setting) throws IOException {
        List<String> shown = SHOWN.getOrDefault(setting, List.of());
        String value = shown.getFirst();
        String file = shown.getLast();

        String usual = added(new Shell(directory).with("TERN_STORE", "usual"), file);
        String command =
                added(new Shell(directory).with("TERN_STORE", "command").with(setting.variable(), value), file);
        String server = sent(new Shell(directory).with("TERN_STORE", "server").with(setting.variable(), value), file);

        assertThat(command).as("what the setting changes").isNotEqualTo(usual);
        assertThat(server).isEqualTo(command);
    }

    private String added(Shell shell, String file) throws IOException {
        Shell.Run run = shell.run("add", file);
        List<String> skipped = LEFT_OUT.matcher(run.err())
                .results()
                .map(found -> found.group(1) + " " + found.group(2))
                .toList();
        return skipped + passages(shell);
    }

    private String sent(Shell shell, String file) throws IOException {
        Path content = Files.copy(directory.resolve(file), directory.resolve("payload-of-" + file));
        List<String> skipped = new ArrayList<>();
        Intake.IntakeListener listener = new Intake.IntakeListener() {
            @Override
            public void progress(IngestReport soFar) {}

            @Override
            public void skipped(String source, String reason) {
                skipped.add(source + " " + reason);
            }
        };
        try (Graphs graphs = shell.served()) {
            graphs.create("default").intake().add(List.of(new IntakeSource.UploadedFile(file, content)), listener);
        }
        return skipped + passages(shell);
    }

    /** Returns the content of the graph; nothing if the only document was skipped. */
    private String passages(Shell shell) throws IOException {
        Path export = directory.resolve("export.jsonl");
        Files.deleteIfExists(export);
        shell.run("export", "--output", export.toString());
        return Files.exists(export)
                ? Files.readAllLines(export).stream()
                        .filter(line -> line.startsWith("{\"passage\""))
                        .sorted()
                        .collect(Collectors.joining("\n"))
                : "";
    }
}
