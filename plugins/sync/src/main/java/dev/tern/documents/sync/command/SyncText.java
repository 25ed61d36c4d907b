package dev.tern.documents.sync.command;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.documents.sync.SyncOptions.Removal;
import dev.tern.documents.sync.SyncReport;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.ingest.IngestReport;
import dev.tern.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats the results of {@code tern sync}. */
final class SyncText {
    /** The maximum number of failures, of remarks, and of ids of each kind that are shown. */
    static final int MAX_SHOWN = 20;

    private final TernCommand command;
    private final Configuration configuration;

    SyncText(TernCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
    }

    /** The JSON form of runs, in the order in which their sources were named. */
    record RunsJson(List<RunJson> sources) {}

    /**
     * The JSON form of a run.
     *
     * @param source the source as stored now; in a dry run as it would be
     * @param failures the files or pages that could not be read, or not completely, with reasons
     * @param ignored the files or pages of {@link SyncReport#ignored}, with reasons
     * @param gaps the reasons for which the listing may be incomplete
     * @param refused the removal that was not permitted, or in a dry run requires permission; null
     *     if there was none
     * @param plan the changes of a dry run; null otherwise
     */
    record RunJson(
            SourceJson source,
            List<SyncReport.Failure> failures,
            List<SyncReport.Failure> ignored,
            List<String> gaps,
            Optional<Removal> refused,
            Optional<SyncReport.Plan> plan) {}

    static RunsJson json(List<SyncReport> reports) {
        return new RunsJson(reports.stream().map(SyncText::json).toList());
    }

    static String line(SyncReport report) {
        return Json.line(json(report));
    }

    private static RunJson json(SyncReport report) {
        return new RunJson(
                SourceJson.of(report.source()),
                report.failures(),
                report.ignored(),
                report.gaps(),
                report.refused(),
                report.plan());
    }

    /** Returns true if the run stopped because the budget is spent. */
    static boolean isSpent(SyncReport report) {
        return report.ingest().map(IngestReport::stoppedByBudget).orElse(false);
    }

    static int exitCode(SyncReport report) {
        if (report.refused().isPresent() && report.plan().isEmpty()) {
            return ExitCode.REFUSED;
        }
        if (isSpent(report)) {
            return ExitCode.BUDGET;
        }
        boolean whole = report.source().counts().failed() == 0
                && report.gaps().isEmpty()
                && report.ingest().map(IngestReport::failed).orElse(0L) == 0;
        return whole ? ExitCode.OK : ExitCode.INCOMPLETE;
    }

    /** Prints the counts, unless the output is JSON or quiet, and on stderr the first failures. */
    void print(SyncReport report, String spent) {
        String name = report.source().name();
        for (SyncReport.Failure failure :
                report.failures().stream().limit(MAX_SHOWN).toList()) {
            command.warn("left out " + failure.place() + ": it " + failure.reason());
        }
        if (report.source().counts().failed() > MAX_SHOWN) {
            long more = report.source().counts().failed() - MAX_SHOWN;
            command.warn(more + " more " + (more == 1 ? "file or page" : "files or pages") + " left out");
        }
        for (String gap : report.gaps().stream().limit(MAX_SHOWN).toList()) {
            command.warn(name + ": no unlisted document is removed: " + gap);
        }
        report.refused().ifPresent(removal -> command.warn(removalText(removal)));
        if (command.json() || command.output().quiet) {
            return;
        }
        List<String> lines = new ArrayList<>();
        lines.add(command.style().bold(Printable.text(name) + ": " + counts(report)) + " in graph "
                + configuration.graph() + " of " + configuration.storeShown());
        SyncedSource.Counts counts = report.source().counts();
        boolean adoptedOnly = counts.added() + counts.replaced() == 0;
        report.ingest()
                .ifPresent(ingest -> lines.add(command.style()
                        .faint(
                                adoptedOnly
                                        ? "  unchanged documents of tern add now belong to this source"
                                                + (ingest.extracted() == 0
                                                        ? ""
                                                        : "; a model extracted their statements again")
                                        : "  " + Phrases.count(ingest.passages(), "passage") + " and "
                                                + Phrases.count(ingest.statements(), "statement") + " written in "
                                                + Phrases.time(ingest.millis()))));
        if (!spent.isEmpty()) {
            lines.add(command.style().faint("  models: " + spent));
        }
        if (!report.ignored().isEmpty()) {
            lines.add(command.style()
                    .faint("  " + Phrases.ignored(report.ignored().size())));
        }
        report.plan().ifPresent(plan -> {
            add(lines, "add", plan.added());
            add(lines, "replace", plan.replaced());
            add(lines, "remove", plan.removed());
        });
        if (isSpent(report)) {
            lines.add(command.style().warning("stopped before passing maxCost; the same command again goes on"));
        }
        command.print(lines);
    }

    private static void add(List<String> lines, String verb, List<String> ids) {
        ids.stream().limit(MAX_SHOWN).forEach(id -> lines.add("  " + verb + " " + Printable.text(id)));
        if (ids.size() > MAX_SHOWN) {
            lines.add(String.format(Locale.ROOT, "  %s %,d more", verb, ids.size() - MAX_SHOWN));
        }
    }

    private static String removalText(Removal removal) {
        return removal.source() + ": " + removal.clause() + ", more than a tenth: nothing is removed without --yes";
    }

    private static String counts(SyncReport report) {
        SyncedSource.Counts counts = report.source().counts();
        return counts(counts, report.plan().isPresent() ? "would be " : "");
    }

    static String counts(SyncedSource.Counts counts, String would) {
        List<String> parts = new ArrayList<>();
        parts.add(part(counts.added(), would + "added"));
        parts.add(part(counts.replaced(), would + "replaced"));
        parts.add(part(counts.removed(), would + "removed"));
        parts.add(part(counts.unchanged(), "unchanged"));
        if (counts.failed() > 0) {
            parts.add(part(counts.failed(), "failed"));
        }
        return String.join(", ", parts);
    }

    private static String part(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s", count, noun);
    }
}
