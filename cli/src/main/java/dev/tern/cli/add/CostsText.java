package dev.tern.cli.add;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Printable;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.CostSums;
import dev.tern.models.kept.GroupCost;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints sums of the spending on models, for one graph or all, as recorded on this machine. */
final class CostsText {
    private final TernCommand command;
    private final Configuration configuration;

    CostsText(TernCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
    }

    enum CostGrouping {
        step,
        model,
        document,
        run,
        day
    }

    /**
     * The spending as JSON.
     *
     * @param lines the sums, by group
     * @param total the sum of all
     */
    record CostsJson(String by, List<CostJson> lines, CostJson total) {}

    /**
     * One row of costs, as JSON.
     *
     * @param name the step, model, document, run or day; empty for several documents
     */
    record CostJson(String name, @JsonUnwrapped IndexingRun.CallTotals totals) {
        static CostJson of(GroupCost line) {
            return new CostJson(line.name(), IndexingRun.CallTotals.of(line));
        }
    }

    /**
     * Prints the sums of the graph's calls, by group and in all.
     *
     * @param run the id of the run; null for all runs
     * @param allGraphs true to include other graphs and stores
     * @param limit the maximum number of rows, if grouped by document or run
     */
    void print(CostGrouping by, @Nullable String run, boolean allGraphs, int limit) {
        CostFilter filter = new CostFilter(
                run,
                allGraphs ? null : configuration.store().recordName(),
                allGraphs ? null : configuration.graph(),
                null,
                null);
        try (AccountBook book = configuration.spending().book()) {
            CostSums costs = book.costs();
            List<GroupCost> lines = switch (by) {
                case step -> costs.byStep(filter);
                case model -> costs.byModel(filter);
                case document -> costs.byDocument(filter, 0, limit);
                case run -> costs.byRun(filter, 0, limit);
                case day -> costs.byDay(filter, ZoneId.systemDefault());
            };
            GroupCost total = costs.total(filter);
            if (command.json()) {
                command.printJson(new CostsJson(
                        by.name(), lines.stream().map(CostJson::of).toList(), CostJson.of(total)));
            } else {
                command.print(lines(by, lines, total));
            }
        }
    }

    private List<String> lines(CostGrouping by, List<GroupCost> lines, GroupCost total) {
        if (total.calls() == 0) {
            return List.of("nothing was spent on models");
        }
        List<String> printed = new ArrayList<>();
        printed.add(command.style()
                .faint(String.format(Locale.ROOT, "%12s %10s %14s %14s  %s", "cost", "calls", "sent", "received", by)));
        for (GroupCost line : lines) {
            printed.add(row(line, line.name().isEmpty() ? "(several)" : line.name()));
        }
        printed.add(command.style().bold(row(total, "in all")));
        if (!total.isWhole()) {
            printed.add(command.style()
                    .faint(String.format(
                            Locale.ROOT, "%,d calls had no price; set prices for later calls", total.unpricedCalls())));
        }
        return printed;
    }

    private static String row(GroupCost line, String name) {
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
