package dev.tern.profile.command;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.profile.GraphProfile;
import dev.tern.profile.Profile;
import dev.tern.profile.ProfileListener;
import dev.tern.store.GraphStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "profile",
        description = {
            "Estimates whether the graph helps these documents beyond plain vector search, and advises changes.",
            "Links by names, wrong names, copies, languages: each with its count and method. Reads the whole graph"
                + " twice, and once more for names to merge if it has up to 200,000 entities; calls no model, changes"
                + " nothing."
        })
final class ProfileCommand extends ConfiguredCommand {
    @Option(
            names = "--sample",
            paramLabel = "N",
            defaultValue = "500",
            description = "How many passages and entities to sample, 50 to 10000 (default: 500).")
    private int sample = Profile.DEFAULT_SAMPLE;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "20240607",
            description = "The seed of the sample; the same seed gives the same sample (default: 20240607).")
    private long seed = Profile.DEFAULT_SEED;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The JSON form of a profile.
     *
     * @param profile with shares from 0 to 1
     */
    record ProfileJson(String store, String graph, GraphProfile profile) {}

    ProfileCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        return GraphSession.inGraph(configuration(store), backend(), this::profile);
    }

    private int profile(GraphStore graph, Configuration configuration) {
        try (ProgressBars progress = progress()) {
            GraphProfile profile = Profile.of(graph, sample, seed, shownBy(progress));
            progress.end();
            if (json()) {
                printJson(new ProfileJson(configuration.storeShown(), configuration.graph(), profile));
            } else {
                print(new ProfileText(style(), profile)
                        .lines(style().bold("graph " + configuration.graph()) + " in " + configuration.storeShown()));
            }
        }
        return ExitCode.OK;
    }

    private static ProfileListener shownBy(ProgressBars progress) {
        return (step, done, end) -> progress.show(
                switch (step) {
                    case DRAWING -> "Drawing a sample";
                    case COUNTING -> "Counting names";
                    case COMPARING -> "Comparing passages";
                },
                done,
                end);
    }
}
