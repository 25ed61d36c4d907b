package dev.tern.cli.models;

import dev.tern.app.AppSettings;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.CostFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import dev.tern.model.Money;
import dev.tern.models.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "test",
        description = {
            "Asks each configured model one small question of each kind: a chat model for a reply, for JSON of a schema"
                    + " as extraction asks for it, and for a reply that is heard while it is written; the embedding"
                    + " model for the vectors of a question and of two passages.",
            "Tells what works, how long it took, what it cost and what the server refused."
        },
        footer = {"", "Exit codes: 1 if a model does not work, 4 if --max-cost was reached."})
final class ModelsTestCommand extends ConfiguredCommand {
    @Mixin
    private final ModelFlags models = new ModelFlags();

    @Mixin
    private final CostFlags cost = new CostFlags();

    /**
     * What works, as programs see it.
     *
     * @param works whether all of it does
     * @param models the models, each once
     * @param cost what the test cost; null if a price is not known
     */
    record Json(boolean works, List<TestedModel> models, Optional<String> cost) {}

    ModelsTestCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(models, cost);
        List<TestedModel> tested = new ArrayList<>();
        Optional<Money> all = new ConfiguredModels(configuration, backend(), redaction(), "tern models test")
                .test(model -> tell(model, tested));
        boolean works = tested.stream().allMatch(TestedModel::works);
        if (json()) {
            printJson(new Json(works, tested, all.map(Money::toString)));
        } else {
            print(List.of(style().bold("in all " + all.map(Money::toString).orElse("an unknown sum"))
                    + (all.isPresent() ? "" : ": set prices, as in prices: \"gpt-4o-mini=0.15/0.60\"")));
            none(configuration.settings()).ifPresent(this::remark);
        }
        return works ? ExitCode.OK : ExitCode.FAILURE;
    }

    /** What to say where there is no chat model. */
    private static Optional<String> none(AppSettings settings) {
        if (!ConfiguredModels.chats(settings).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("no chat model is configured: set OPENAI_API_KEY or the key of another provider, or"
                + " chat.provider"
                + (settings.embedding().provider() == Provider.IN_PROCESS ? "; nothing has left this machine" : ""));
    }

    /** Prints a model as soon as it is tested, for others may take long. */
    private void tell(TestedModel model, List<TestedModel> tested) {
        tested.add(model);
        if (!json()) {
            print(lines(model));
        }
    }

    private List<String> lines(TestedModel model) {
        List<String> lines = new ArrayList<>();
        lines.add(style().bold(model.kind() + " model " + Printable.text(model.model())) + " (" + model.provider() + ")"
                + (model.tasks().isEmpty() ? "" : ", for " + String.join(", ", model.tasks())));
        for (Check check : model.checks()) {
            String took = Phrases.time(1000 * check.seconds())
                    + (check.inputTokens() + check.outputTokens() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    ", %,d tokens sent, %,d received, cost %s",
                                    check.inputTokens(),
                                    check.outputTokens(),
                                    check.cost().orElse("?")));
            lines.add(String.format("  %-7s ", check.asked())
                    + (check.works() ? style().good("works ") : style().bad("fails ")) + " " + took);
            lines.add("          " + Printable.text(check.said()));
        }
        for (String refused : model.givenUp()) {
            lines.add(style().warning("  refused ") + " " + Printable.text(refused));
        }
        return lines;
    }
}
