package dev.tern.cli.setup;

import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.process.ExitCode;
import dev.tern.cli.process.Version;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "update-check",
        description = {
            "Says whether a newer Tern is out. It fetches one small file, the sums of the latest release, and sends"
                    + " nothing of yours.",
            "No other command asks, and nothing is installed."
        },
        footer = {"", "Exit codes: 0 whether or not there is a newer one, 1 if that cannot be found out."})
final class UpdateCheckCommand extends TernCommand {
    private static final String VARIABLE = "TERN_UPDATE_ADDRESS";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Option(
            names = "--address",
            paramLabel = "URL",
            description = "Where the file SHA256SUMS of the latest release is (default: $$" + VARIABLE
                    + ", else where the project publishes it).")
    @Nullable
    private String address;

    /**
     * What was found, as programs see it.
     *
     * @param version the version of this Tern
     * @param latest that of the latest release
     * @param newer whether the latest release is newer than this Tern
     */
    record Json(String version, String latest, boolean newer) {}

    UpdateCheckCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        String version = Version.number();
        String latest = LatestRelease.at(address(), PATIENCE).version();
        boolean newer = isNewer(latest, version);
        if (json()) {
            printJson(new Json(version, latest, newer));
        } else if (newer) {
            print(List.of("Tern " + latest + " is out, and this is " + version + "."));
        } else {
            print(List.of("This is Tern " + version + ", and the latest release is " + latest + "."));
        }
        return ExitCode.OK;
    }

    private URI address() {
        String given = Optional.ofNullable(address)
                .or(() -> Optional.ofNullable(environment().variables().get(VARIABLE)))
                .or(Version::updates)
                .orElseThrow(() -> new ConfigurationException(List.of(
                        "this Tern knows no address of releases: it was not built as one; say it with --address or "
                                + VARIABLE)));
        try {
            URI uri = new URI(given);
            if (List.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Refused below, with what it must be like.
        }
        throw new ConfigurationException(List.of("the address of the latest release is \"" + given
                + "\"; it must be like https://HOST/PATH/SHA256SUMS"));
    }

    /** By the order of versions: 0.1.0-rc.1 comes before 0.1.0, and that before 0.2.0. What is no version is older than any. */
    static boolean isNewer(String latest, String version) {
        try {
            return ModuleDescriptor.Version.parse(latest).compareTo(ModuleDescriptor.Version.parse(version)) > 0;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
