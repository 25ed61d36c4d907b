package dev.tern.cli.config;

/**
 * The value of a setting and where it comes from.
 *
 * @param setting what it is the value of
 * @param text the value as it was written
 * @param origin where it comes from
 */
public record Value(Setting setting, String text, Origin origin) {
    /** The value for people to see: of a secret only that it is set, of an address not its password. */
    public String shown() {
        return setting.kind().shown(text);
    }

    /** Whether a provider of models may be given this: what is named for OpenAI is for nobody else. */
    boolean isMeantFor(String provider) {
        return provider.equals("openai") || !origin.place().startsWith("OPENAI_");
    }

    /** Whether it was set, and is not what is taken where nothing is. */
    public boolean isChosen() {
        return origin.kind() != Origin.Kind.DEFAULT;
    }

    @Override
    public String toString() {
        return setting.key() + " = " + shown() + " (" + origin.place() + ")";
    }
}
