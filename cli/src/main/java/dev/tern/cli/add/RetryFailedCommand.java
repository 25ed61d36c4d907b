package dev.tern.cli.add;

import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.ingest.IngestReport;
import dev.tern.store.GraphStatistics;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "retry-failed",
        description = {
            "Asks the chat model again about the passages whose statements it could not find, and about those that"
                    + " still wait.",
            "The documents themselves are not needed: their passages are in the graph."
        },
        footer = {"", "Exit codes: 3 if a passage failed again, 4 if --max-cost was reached."})
final class RetryFailedCommand extends ConfiguredCommand {
    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    RetryFailedCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, models, extraction);
        Session.requireStore(configuration);
        if (configuration.text(Setting.EXTRACTOR).equals(Optional.of("none"))) {
            throw new ConfigurationException(List.of("extractor is \"none\", so there is no model to ask again"));
        }
        try (Spending spending = configuration.begin("tern retry-failed");
                Session session = Session.openToExtract(configuration, backend(), spending)) {
            GraphStatistics counts = session.rag().statistics();
            IndexingRun run = new IndexingRun(this, configuration, session, spending, "passages");
            IngestReport report = run.run(counts.failed() + counts.waiting(), session.rag()::retryFailed);
            run.report(report, 0, List.of());
            return IndexingRun.exitCode(report, true);
        }
    }
}
