package dev.tern.cli.command.process;

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
}
