package dev.tern.cli.config;

import java.util.Optional;

/**
 * A model as configured.
 *
 * @param provider who serves it: {@code openai}, {@code ollama}, {@code in-process} or {@code none}
 * @param model its name; empty for {@code in-process} and {@code none}
 * @param named whether somebody set the name or the provider, so that it is not ours to choose
 * @param baseUrl where it is, if not at the provider's usual place
 * @param apiKey the key, if there is one
 * @param organization who pays, if the provider wants to know
 */
public record ModelChoice(
        String provider,
        String model,
        boolean named,
        Optional<String> baseUrl,
        Optional<String> apiKey,
        Optional<String> organization) {
    /** This choice with another model. */
    public ModelChoice withModel(String newProvider, String newModel) {
        return new ModelChoice(newProvider, newModel, named, baseUrl, apiKey, organization);
    }

    /** Everything but the key. */
    @Override
    public String toString() {
        return "ModelChoice[" + provider + ", " + model + "]";
    }
}
