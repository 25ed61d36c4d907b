package dev.tern.models;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Writes the reasoning effort into a request, in the form that its provider requires. */
final class ReasoningEffort {
    private ReasoningEffort() {}

    /** Adds the effort to a request; null keeps the model's default. */
    static void put(KnownProvider provider, @Nullable String effort, ObjectNode body) {
        if (effort == null) {
            return;
        }
        boolean none = effort.equals("none");
        switch (provider) {
            case OPENAI, AZURE, BEDROCK, MISTRAL -> body.put("reasoning_effort", effort);
            case ANTHROPIC -> {
                body.putObject("thinking").put("type", none ? "disabled" : "adaptive");
                if (!none) {
                    body.withObject("/output_config").put("effort", atLeastLow(effort));
                }
            }
            case GEMINI -> {
                ObjectNode thinking = body.withObject("/generationConfig").putObject("thinkingConfig");
                if (none) {
                    thinking.put("thinkingBudget", 0);
                } else {
                    thinking.put("thinkingLevel", effort);
                }
            }
            case OLLAMA -> {
                if (none) {
                    body.put("think", false);
                } else {
                    body.put("think", atLeastLow(effort));
                }
            }
            default -> {
                // The other providers have no chat models.
            }
        }
    }

    /** Returns {@code low} for {@code minimal}, which some providers do not know. */
    private static String atLeastLow(String effort) {
        return effort.equals("minimal") ? "low" : effort;
    }
}
