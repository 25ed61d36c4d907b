package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import dev.tern.settings.Parameter;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that control extraction and limit its cost. */
public final class ExtractionFlags extends CostFlags implements ParameterOptions.OptionGroup {
    @Option(
            names = "--extractor",
            paramLabel = "NAME",
            description = "The extractor for documents without statements of their own: model, rules, sentences "
                    + "or none (default: model if there is a chat model, else rules).")
    public void extractor(String text) {
        set(Setting.EXTRACTOR, "--extractor", text);
    }

    @Option(names = "--from-triplets", description = "The same as --extractor none: only statements in the documents.")
    public void fromTriplets(boolean value) {
        if (value) {
            set(Setting.EXTRACTOR, "--from-triplets", "none");
        }
    }

    @Override
    public Stream<Parameter<?>> parameters() {
        return Parameter.ALL.stream().filter(parameter -> parameter.chosenBy() == Parameter.ChosenBy.WHEN_INDEXING);
    }

    @Override
    public Flags flags() {
        return this;
    }
}
