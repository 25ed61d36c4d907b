package dev.tern.cli.add;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.app.FailureCause;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.model.ChatTask;
import dev.tern.models.kept.GroupCost;
import dev.tern.server.json.ReportJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Runs an ingestion for a command: shows its progress, records its end, and prints its report. */
final class IndexingRun {
    private final TernCommand command;
    private final GraphSession session;
    private final Configuration configuration;
    private final Spending spending;
    private final String noun;

    /** Creates a run that counts {@code noun}: either {@code documents} or {@code passages}. */
    IndexingRun(
            TernCommand command, Configuration configuration, GraphSession session, Spending spending, String noun) {
        this.command = command;
        this.configuration = configuration;
        this.session = session;
        this.spending = spending;
        this.noun = noun;
    }

    /**
     * The report as JSON.
     *
     * @param droppedStatements malformed triplets and statements
     * @param skipped places and lines that were left out, with reasons
     * @param ignored empty files and files of unknown types, with reasons
     */
    record IndexingJson(
            String run,
            @JsonUnwrapped ReportJson report,
            long droppedStatements,
            List<SkippedSource> skipped,
            List<SkippedSource> ignored,
            CallTotals usage) {}

    /** A place or line without a document. */
    record SkippedSource(String place, String message) {}

    /**
     * The totals of model calls.
     *
     * @param cost the cost of calls with a known price
     * @param unpricedCalls the number of calls without a known price
     */
    record CallTotals(long calls, long inputTokens, long outputTokens, String cost, long unpricedCalls) {
        static CallTotals of(GroupCost line) {
            return new CallTotals(
                    line.calls(),
                    line.inputTokens(),
                    line.outputTokens(),
                    line.cost().toString(),
                    line.unpricedCalls());
        }
    }

    /**
     * Runs an ingestion with a progress bar, and records its end.
     *
     * @param total the number of documents or passages to be processed
     * @throws TernException the user's fault, if the run was interrupted
     */
    IngestReport run(long total, Function<IngestListener, IngestReport> ingestion) {
        AtomicLong done = new AtomicLong();
        try (ProgressBars progress = command.progress()) {
            IngestListener shown = command.indexing(progress, total);
            IngestReport report = spending.record(
                    soFar -> {
                        done.set(noun.equals("documents") ? soFar.documents() : soFar.extracted());
                        shown.progress(soFar);
                    },
                    ingestion);
            if (!report.stoppedByBudget()) {
                progress.finish();
            }
            return report;
        } catch (RuntimeException e) {
            throw FailureCause.isInterruption(e) ? TernException.user(interrupted(done.get(), total), e) : e;
        }
    }

    private String interrupted(long done, long total) {
        return String.format(
                Locale.ROOT,
                "interrupted after %,d of %,d %s, which are stored; run the same command again to go on",
                done,
                total,
                noun);
    }

    void report(IngestReport report, long droppedStatements, List<SkippedSource> skipped, List<SkippedSource> ignored) {
        if (spending.extraction().cut() > 0) {
            command.warn(cutReplies(spending.extraction().cut()));
        }
        if (command.json()) {
            command.printJson(new IndexingJson(
                    spending.runId(),
                    ReportJson.of(report),
                    droppedStatements,
                    skipped,
                    ignored,
                    CallTotals.of(spending.totals())));
        } else if (!command.output().quiet) {
            command.print(lines(report, droppedStatements));
            command.print(leftOut(command, skipped, ignored));
        }
    }

    /** Returns lines that count the skipped and the ignored sources. */
    static List<String> leftOut(TernCommand command, List<SkippedSource> skipped, List<SkippedSource> ignored) {
        List<String> lines = new ArrayList<>();
        if (!skipped.isEmpty()) {
            lines.add(command.style()
                    .warning(Phrases.count(skipped.size(), "place") + " skipped, for the reasons above"));
        }
        if (!ignored.isEmpty()) {
            lines.add(command.style().faint(Phrases.ignored(ignored.size())));
        }
        return lines;
    }

    private List<String> lines(IngestReport report, long droppedStatements) {
        List<String> lines = new ArrayList<>();
        String unchanged =
                report.unchanged() == 0 ? "" : String.format(Locale.ROOT, " (%,d unchanged)", report.unchanged());
        String counted = noun.equals("documents")
                ? Phrases.count(report.documents(), "document") + unchanged
                : Phrases.count(report.extracted() + report.failed(), "passage") + " retried";
        lines.add(command.style().bold(counted) + " in graph " + configuration.graph() + " of "
                + configuration.storeShown());
        String time = Phrases.time(report.millis());
        lines.add(command.style()
                .faint(
                        report.unchanged() > 0 && report.unchanged() == report.documents()
                                ? "nothing written, as no document has changed, in " + time
                                : Phrases.count(report.passages(), "passage") + " and "
                                        + Phrases.count(report.statements(), "statement") + " written in " + time
                                        + ", embedding by "
                                        + session.settings().embedding().modelName() + " "
                                        + Phrases.time(report.embeddingMillis())));
        String spent = Phrases.spent(spending.totals());
        long unusable = spending.extraction().dropped();
        String dropped = unusable == 0 ? "" : "; " + Phrases.count(unusable, "unusable statement") + " dropped";
        if (!spent.isEmpty()) {
            lines.add(command.style().faint("models: " + spent + dropped));
        }
        if (droppedStatements > 0) {
            lines.add(command.style()
                    .warning(Phrases.count(droppedStatements, "statement")
                            + " dropped for a blank or missing part; the documents were added"));
        }
        if (report.failed() > 0) {
            lines.add(command.style()
                    .warning("of " + Phrases.count(report.failed(), "passage")
                            + command.environment()
                                    .called(" the statements could not be found: tern jobs --failed shows why, tern add"
                                            + " without a place retries")));
        }
        if (report.stoppedByBudget()) {
            lines.add(command.style()
                    .warning("stopped before passing maxCost, " + Printable.text(maxCost()) + "; "
                            + Phrases.count(report.waiting(), "passage")
                            + " read but waiting; run the same command again to go on"));
        }
        return lines;
    }

    private String cutReplies(long count) {
        return String.format(
                Locale.ROOT,
                "%s cut off, and only whole statements were kept: chat.extract.maxReplyTokens, now "
                        + "%,d, allows longer replies",
                count == 1 ? "1 reply was" : count + " replies were",
                session.settings().chat().find(ChatTask.EXTRACT).orElseThrow().maxReplyTokens());
    }

    private String maxCost() {
        return session.settings().spending().maxCost().map(Object::toString).orElse("");
    }

    /**
     * Returns the exit code of a completed run.
     *
     * @param allRead true if every place was read
     */
    static int exitCode(IngestReport report, boolean allRead) {
        if (report.stoppedByBudget()) {
            return ExitCode.BUDGET;
        }
        return report.failed() > 0 || !allRead ? ExitCode.INCOMPLETE : ExitCode.OK;
    }
}
