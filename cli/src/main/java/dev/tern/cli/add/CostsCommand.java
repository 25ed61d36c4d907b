package dev.tern.cli.add;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.CostLine;
import dev.tern.models.kept.Costs;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "costs",
        description = {
            "Tells what this machine spent on models for the graph.",
            "Prices come from the setting prices, as they were when the calls were made."
        })
final class CostsCommand extends ConfiguredCommand {
    /** What calls are summed up by. */
    enum By {
        step,
        model,
        document,
        run,
        day
    }

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "step",
            description = "step, model, document, run or day (default: step).")
    private By by = By.step;

    @Option(names = "--run", paramLabel = "ID", description = "Only what this run spent; tern jobs knows the ids.")
    private @Nullable String run;

    @Option(names = "--all-graphs", description = "Whatever the graph and the store.")
    private boolean allGraphs;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "The most documents or runs to list (default: 100).")
    private int limit = 100;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * What was spent, as programs see it.
     *
     * @param by what it is summed up by
     * @param lines the sums
     * @param total all of it
     */
    record Json(String by, List<Line> lines, Line total) {}

    /**
     * One row of costs, as JSON.
     *
     * @param name the step, model, document, run or day
     * @param calls calls of models
     * @param inputTokens tokens sent
     * @param outputTokens tokens received
     * @param cost what they cost, of those whose price was known
     * @param unpricedCalls how many had no known price
     */
    record Line(String name, long calls, long inputTokens, long outputTokens, String cost, long unpricedCalls) {
        static Line of(CostLine line) {
            return new Line(
                    line.name(),
                    line.calls(),
                    line.inputTokens(),
                    line.outputTokens(),
                    line.cost().toString(),
                    line.unpricedCalls());
        }
    }

    CostsCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store);
        CostFilter filter = new CostFilter(
                run,
                allGraphs ? null : configuration.store().noted(),
                allGraphs ? null : configuration.graph(),
                null,
                null);
        try (AccountBook book = configuration.spending().book()) {
            Costs costs = book.costs();
            List<CostLine> lines = switch (by) {
                case step -> costs.byStep(filter);
                case model -> costs.byModel(filter);
                case document -> costs.byDocument(filter, 0, limit);
                case run -> costs.byRun(filter, 0, limit);
                case day -> costs.byDay(filter, ZoneId.systemDefault());
            };
            CostLine total = costs.total(filter);
            if (json()) {
                printJson(new Json(by.name(), lines.stream().map(Line::of).toList(), Line.of(total)));
            } else {
                print(lines(lines, total));
            }
        }
        return ExitCode.OK;
    }

    private List<String> lines(List<CostLine> lines, CostLine total) {
        if (total.calls() == 0) {
            return List.of("nothing was spent on models");
        }
        List<String> printed = new ArrayList<>();
        printed.add(style().faint(String.format(
                Locale.ROOT, "%12s %10s %14s %14s  %s", "cost", "calls", "sent", "received", by)));
        for (CostLine line : lines) {
            printed.add(row(line, line.name().isEmpty() ? "(several)" : line.name()));
        }
        printed.add(style().bold(row(total, "in all")));
        if (!total.isWhole()) {
            printed.add(style().faint(String.format(
                    Locale.ROOT, "%,d calls had no price; prices sets them for what comes", total.unpricedCalls())));
        }
        return printed;
    }

    private static String row(CostLine line, String name) {
        return Printable.text(String.format(
                Locale.ROOT,
                "%12s %,10d %,14d %,14d  %s",
                line.unpricedCalls() == line.calls() ? "?" : line.cost() + (line.isWhole() ? "" : "+"),
                line.calls(),
                line.inputTokens(),
                line.outputTokens(),
                name));
    }
}
