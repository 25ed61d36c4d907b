package dev.tern.cli.setup;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Value;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.PlaceFlags;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Looks at the machine, the configuration, the store with its graphs, and the models, and says for each"
                    + " thing that is wrong or could be better what mends it.",
            "Nothing is changed, and no model outside of this process is asked unless --models is given."
        },
        footer = {"", "Exit codes: 1 if something does not work."})
final class DoctorCommand extends ConfiguredCommand {
    @Mixin
    private final PlaceFlags place = new PlaceFlags();

    @Mixin
    private final ModelFlags modelFlags = new ModelFlags();

    @Option(
            names = "--models",
            description = "Asks the chat and embedding models small questions, as tern models test does.")
    private boolean models;

    /**
     * What was found, as programs see it.
     *
     * @param works whether there is no fault
     * @param findings everything that was looked at
     */
    record Json(boolean works, List<FindingJson> findings) {}

    /**
     * One thing that was looked at.
     *
     * @param subject machine, configuration, store or model
     * @param grade ok, note or fault
     * @param said what was found
     * @param mend what mends it; missing if nothing has to be mended
     */
    record FindingJson(String subject, String grade, String said, Optional<String> mend) {}

    DoctorCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>();
        Optional<Configuration> read = read(findings);
        tell(findings);
        add(
                findings,
                () -> HostMachine.own()
                        .findings(read.map(Doctor::kept).orElse(environment().directory())));
        if (read.isPresent()) {
            Doctor doctor = new Doctor(read.get(), backend(), redaction());
            add(findings, doctor::configured);
            add(findings, doctor::store);
            add(findings, () -> doctor.models(models));
        }
        boolean works = findings.stream().noneMatch(finding -> finding.grade() == Finding.Grade.FAULT);
        if (json()) {
            printJson(new Json(works, findings.stream().map(this::json).toList()));
        }
        return works ? ExitCode.OK : ExitCode.FAILURE;
    }

    /** The configuration, without a look at who decides what; a finding for everything that keeps it from being read. */
    private Optional<Configuration> read(List<Finding> findings) {
        List<Value> flags = new ArrayList<>(place.values());
        flags.addAll(modelFlags.values());
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
        tell(more);
        findings.addAll(more);
    }

    private void tell(List<Finding> findings) {
        if (!json()) {
            findings.forEach(finding -> print(lines(finding)));
        }
    }

    private FindingJson json(Finding finding) {
        return new FindingJson(
                finding.subject(), name(finding.grade()), redaction().of(finding.said()), finding.mend());
    }

    private List<String> lines(Finding finding) {
        String grade = String.format("%-5s", name(finding.grade()));
        String line = switch (finding.grade()) {
                    case OK -> style().good(grade);
                    case NOTE -> style().warning(grade);
                    case FAULT -> style().bad(grade);
                }
                + String.format("  %-13s  ", finding.subject())
                + Printable.text(redaction().of(finding.said()));
        return finding.mend()
                .map(mend -> List.of(line, " ".repeat(22) + style().bold(Printable.text(mend))))
                .orElse(List.of(line));
    }

    private static String name(Finding.Grade grade) {
        return grade.name().toLowerCase(Locale.ROOT);
    }
}
