package dev.tern.cli;

import dev.tern.cli.config.Spelling;
import dev.tern.error.TernException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "example",
        description = {
            "Runs one of the examples in the folder examples, offline, and says where its source is; without a name,"
                    + " lists them.",
            "Those in Java are built with Maven the first time, and again after a change. Each works in a folder that"
                    + " is gone afterwards."
        })
final class ExampleCommand extends TernCommand {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--list", description = "List the examples; so does no name.")
    private boolean list;

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The example.")
    private @Nullable String name;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "QUESTION",
            description = "What to ask instead of \"What contribution did the son of Euler's teacher make?\"")
    private String question = DemoCommand.QUESTION;

    /**
     * The examples as programs see them.
     *
     * @param examples each of them
     */
    record ExamplesJson(List<ExampleJson> examples) {}

    /**
     * An example as programs see it.
     *
     * @param name what it is called
     * @param about what it is
     * @param source its file to read, from the root of the sources
     * @param page the page about this way into Tern, from the root of the sources
     */
    record ExampleJson(String name, String about, String source, String page) {
        static ExampleJson of(Example example) {
            return new ExampleJson(
                    example.word(), example.about(), example.source().toString(), example.page());
        }
    }

    /**
     * A run of an example as programs see it.
     *
     * @param example which one
     * @param question what it was asked
     * @param output what it printed
     */
    record ExampleRunJson(ExampleJson example, String question, String output) {}

    ExampleCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        String wanted = name;
        if (list || wanted == null) {
            list();
            return OK;
        }
        Example example = Example.named(wanted).orElseThrow(() -> unknown(wanted));
        Path home = home(example);
        if (json()) {
            ExampleRun run = new ExampleRun(example, home, surroundings(), progress -> {});
            printJson(new ExampleRunJson(ExampleJson.of(example), question, run.output(question)));
            return OK;
        }
        print(List.of(
                style().heading(example.word()) + " · " + example.about(),
                "  source  " + shown(home.resolve(example.source())),
                "  page    " + shown(home.resolve(example.page())),
                ""));
        surroundings().out().flush();
        new ExampleRun(example, home, surroundings(), this::remark).print(question);
        return OK;
    }

    private void list() {
        if (json()) {
            printJson(new ExamplesJson(
                    Arrays.stream(Example.values()).map(ExampleJson::of).toList()));
            return;
        }
        int width = Example.words().stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (Example example : Example.values()) {
            lines.add(style().bold(String.format("%-" + width + "s", example.word())) + "  " + example.about());
        }
        print(lines);
        remark("\n\"tern example NAME\" runs one and says where its source is");
    }

    private ParameterException unknown(String word) {
        String meant = Spelling.nearest(word, Example.words())
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
        String known = String.join(", ", Example.words());
        return new ParameterException(
                commandSpec().commandLine(),
                "there is no example \"" + word + "\"" + meant + " (there are " + known + ")");
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("the command has not been parsed");
        }
        return spec;
    }

    /** The root of the sources that this Tern was started from. */
    private Path home(Example example) {
        Path home = surroundings()
                .home()
                .orElseThrow(() -> TernException.user("the example \"" + example.word()
                        + "\" is in the folder examples of Tern's sources, and this Tern was not started from them: run"
                        + " ./tern example " + example.word() + " in a clone"));
        Path source = home.resolve(example.source());
        if (!Files.isRegularFile(source)) {
            throw TernException.user(
                    "the example \"" + example.word() + "\" is not there: " + source + " does not exist");
        }
        return home;
    }

    /** A file as it is shortest to name from here. */
    private String shown(Path file) {
        Path here = surroundings().directory();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
    }
}
