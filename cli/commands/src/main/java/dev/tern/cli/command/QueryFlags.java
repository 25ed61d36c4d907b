package dev.tern.cli.command;

import dev.tern.graph.EntityName;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.Question;
import dev.tern.settings.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a question: its names, filter and parameters. */
public final class QueryFlags extends Flags implements ParameterOptions.OptionGroup {
    @Option(
            names = "--entities",
            paramLabel = "NAMES",
            description = "Names to start from, separated by commas (default: recognised in the question).")
    @Nullable
    public String entities;

    @Option(
            names = "--filter",
            paramLabel = "CONDITION",
            description = "A filter on the metadata of documents, as in 'year >= 1990 and lang in (\"de\", "
                    + "\"en\")' (default: all documents).")
    @Nullable
    public String filter;

    @Option(
            names = "--include-hidden",
            description = "Also use sources that are hidden by a trust of 0 (tern edit trust).")
    public boolean hidden;

    @Override
    public Stream<Parameter<?>> parameters() {
        return Parameter.ALL.stream()
                .filter(parameter -> parameter.chosenBy() == Parameter.ChosenBy.BY_QUESTION
                        || parameter == Parameter.TRUST
                        || parameter == Parameter.HYBRID);
    }

    @Override
    public Flags flags() {
        return this;
    }

    /**
     * Returns a question with these options: names, except blank ones, filter, hidden sources.
     *
     * @throws dev.tern.error.TernException the user's fault, if the filter is malformed
     */
    public Question with(Question question) {
        Question named = names().map(question::withEntities).orElse(question);
        Question seeing = hidden ? named.withHidden() : named;
        return filter == null ? seeing : seeing.withFilter(MetadataFilter.parse(filter));
    }

    private Optional<List<String>> names() {
        if (entities == null) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (String name : entities.split(",", -1)) {
            if (!EntityName.normalise(name).isEmpty()) {
                names.add(name.strip());
            }
        }
        return Optional.of(names);
    }
}
