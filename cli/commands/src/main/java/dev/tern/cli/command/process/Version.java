package dev.tern.cli.command.process;

/** Reads the version of Tern from its jar. */
public final class Version {
    private Version() {}

    /** Returns the version alone, such as {@code 0.1.0}; "(unpackaged)" without a jar. */
    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }

    /** Returns the version of Tern and of Java. */
    public static String text() {
        return "tern " + number() + " on Java " + Runtime.version();
    }
}
