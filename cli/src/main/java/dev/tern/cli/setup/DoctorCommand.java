package dev.tern.cli.setup;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.CostFlags;
import dev.tern.cli.command.ModeFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.models.ModelCheck;
import dev.tern.cli.models.TestedModel;
import dev.tern.models.money.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Checks the machine, the configuration, the store with its graphs, and the models, and "
                    + "names a remedy for each problem.",
            "Nothing is changed, and no model outside this process is called without --models. "
                    + "--settings shows the configuration instead."
        },
        footer = {"", "Exit codes: 1 if something does not work, 4 if --max-cost was reached."})
final class DoctorCommand extends ConfiguredCommand {
    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final ModeFlags mode = new ModeFlags();

    @Mixin
    private final QueryFlags query = new QueryFlags();

    @Mixin
    private final ModelFlags modelFlags = new ModelFlags();

    @Mixin
    private final CostFlags cost = new CostFlags();

    @Option(
            names = "--models",
            description = "Also sends each configured model one small request of each kind: a chat model for a "
                    + "reply, for JSON of a schema as in extraction, and for a streamed reply; the embedding "
                    + "model for the vectors of a question and of two passages. Shows results, times, costs "
                    + "and refusals of the server.")
    private boolean models;

    @Option(
            names = "--settings",
            description = "Only show every setting, its value and origin, and the settings of the project's file "
                    + "that are not trusted. Secrets are never shown.")
    private boolean settings;

    private final List<TestedModel> tested = new ArrayList<>();
    private Optional<Money> spent = Optional.empty();

    /**
     * The result as JSON.
     *
     * @param works true if there is no fault
     * @param findings the result of every check
     * @param models the models tested with {@code --models}, each once
     * @param cost the cost of these tests; missing if a price is unknown, or nothing was tested
     */
    record FindingsJson(boolean works, List<FindingJson> findings, List<TestedModel> models, Optional<String> cost) {}

    /**
     * A finding as JSON.
     *
     * @param subject machine, configuration, store or model
     * @param grade ok, note or fault
     * @param mend the remedy; missing if none is needed
     */
    record FindingJson(String subject, String grade, String said, Optional<String> mend) {}

    DoctorCommand(CommandContext context) {
        super(context);
    }

    /** Returns false, so that distrusted settings are reported rather than refused. */
    @Override
    public boolean makesUseOf(Setting setting) {
        return false;
    }

    @Override
    public Integer call() {
        if (settings) {
            new SettingsText(this, configuration(store, mode, query, modelFlags, cost)).print();
            return ExitCode.OK;
        }
        List<Finding> findings = new ArrayList<>();
        Optional<Configuration> read = read(findings);
        printFindings(findings);
        add(
                findings,
                () -> HostMachine.current()
                        .findings(read.map(Doctor::storeFolder)
                                .orElse(environment().directory())));
        if (read.isPresent()) {
            Doctor doctor = new Doctor(read.get(), backend(), redaction());
            add(findings, doctor::configured);
            add(findings, doctor::store);
            add(findings, () -> models ? testModels(doctor, findings) : doctor.models());
        }
        boolean works = findings.stream().noneMatch(finding -> finding.grade() == Finding.Grade.FAULT);
        if (json()) {
            printJson(new FindingsJson(
                    works, findings.stream().map(this::json).toList(), tested, spent.map(Money::toString)));
        }
        return works ? ExitCode.OK : ExitCode.FAILURE;
    }

    /** Tests all models and prints each result at once, as the next test may take long. */
    private List<Finding> testModels(Doctor doctor, List<Finding> findings) {
        List<Finding> more = doctor.models(
                model -> {
                    tested.add(model);
                    add(findings, () -> List.of(Doctor.modelFinding(model)));
                    if (!json()) {
                        print(ModelText.lines(model, style()).stream()
                                .map(line -> " ".repeat(20) + line)
                                .toList());
                    }
                },
                sum -> spent = sum);
        if (!json() && !tested.isEmpty()) {
            print(List.of(" ".repeat(22) + "in all "
                    + spent.map(Money::toString)
                            .orElse("an unknown sum: set prices, as in prices: \"" + unpriced() + "=0.15/0.60\"")));
        }
        return more;
    }

    /** Returns the name of the first tested model without a price. */
    private String unpriced() {
        return tested.stream()
                .filter(model ->
                        model.checks().stream().anyMatch(check -> check.cost().isEmpty()))
                .findFirst()
                .orElse(tested.getFirst())
                .model();
    }

    /** Returns the configuration, trusted or not; if it is invalid, adds findings instead. */
    private Optional<Configuration> read(List<Finding> findings) {
        List<SettingValue> flags = Stream.of(store, mode, query, modelFlags, cost)
                .flatMap(group -> group.values().stream())
                .toList();
        try {
            return Optional.of(new ConfigurationReader(
                            environment().variables(), environment().directory(), redaction())
                    .read(flags, setting -> false));
        } catch (ConfigurationException e) {
            String.valueOf(e.getMessage())
                    .lines()
                    .forEach(problem ->
                            findings.add(Finding.fault("configuration", problem, "change or remove that setting")));
            return Optional.empty();
        }
    }

    private void add(List<Finding> findings, Supplier<List<Finding>> look) {
        List<Finding> more = look.get();
        printFindings(more);
        findings.addAll(more);
    }

    private void printFindings(List<Finding> findings) {
        if (!json()) {
            findings.forEach(finding -> print(lines(finding)));
        }
    }

    private FindingJson json(Finding finding) {
        return new FindingJson(
                finding.subject(), name(finding.grade()), redaction().of(finding.text()), finding.mend());
    }

    private List<String> lines(Finding finding) {
        String grade = String.format("%-5s", name(finding.grade()));
        String line = switch (finding.grade()) {
                    case OK -> style().good(grade);
                    case NOTE -> style().warning(grade);
                    case FAULT -> style().bad(grade);
                }
                + String.format("  %-13s  ", finding.subject())
                + Printable.text(redaction().of(finding.text()));
        return finding.mend()
                .map(mend -> List.of(
                        line,
                        " ".repeat(22)
                                + style().bold(Printable.text(environment().called(mend)))))
                .orElse(List.of(line));
    }

    private static String name(Finding.Grade grade) {
        return grade.name().toLowerCase(Locale.ROOT);
    }

    /** Formats the results of testing a model: success, time, cost and rejections. */
    private static final class ModelText {
        private ModelText() {}

        static List<String> lines(TestedModel model, TextStyle style) {
            List<String> lines = new ArrayList<>();
            if (!model.tasks().isEmpty()) {
                lines.add("  for      " + String.join(", ", model.tasks()));
            }
            for (ModelCheck check : model.checks()) {
                String took = Phrases.time(1000 * check.seconds())
                        + (check.inputTokens() + check.outputTokens() == 0
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        ", %,d tokens sent, %,d received, cost %s",
                                        check.inputTokens(),
                                        check.outputTokens(),
                                        check.cost().orElse("?")));
                lines.add(String.format("  %-7s  ", check.asked())
                        + (check.works() ? style.good("works") : style.bad("fails")) + "  " + took);
                lines.add("           " + Printable.text(check.said()));
            }
            for (String refused : model.omittedFeatures()) {
                lines.add(style.warning("  refused") + "  " + Printable.text(refused));
            }
            return lines;
        }
    }
}
