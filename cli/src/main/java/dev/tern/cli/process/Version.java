package dev.tern.cli.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.CodeSource;
import java.util.Optional;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;

/** The version of Tern, as its jar states it. */
public final class Version {
    private Version() {}

    /** The version alone, such as {@code 0.1.0}. */
    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }

    /** The version of Tern and of the Java under it. */
    public static String text() {
        return "tern " + number() + " on Java " + Runtime.version();
    }

    /** Where the sums of the latest release are; empty if this Tern was not built as a release. */
    public static Optional<String> updates() {
        CodeSource source = Version.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return Optional.empty();
        }
        try (JarInputStream jar = new JarInputStream(source.getLocation().openStream())) {
            return Optional.ofNullable(jar.getManifest())
                    .map(Manifest::getMainAttributes)
                    .map(attributes -> attributes.getValue("Tern-Updates"))
                    .filter(address -> !address.isBlank());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
