package dev.tern.page;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The rules of accessibility that a program can check (axe-core). */
final class Axe {
    private static final String VIOLATIONS = """
        async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
            .flatMap((rule) => rule.nodes.map((node) => rule.id + ": " + node.target.join(" ") + " " + node.failureSummary))
        """;

    private static final String SCRIPT = script();

    private Axe() {}

    /** Returns the violations of the rules by a page in its present state. */
    static List<?> violations(Page page) {
        if ((Boolean) page.evaluate("() => window.axe === undefined")) {
            page.evaluate(SCRIPT);
        }
        return (List<?>) page.evaluate(VIOLATIONS);
    }

    private static String script() {
        try (InputStream script = Axe.class.getResourceAsStream("/axe.min.js")) {
            if (script == null) {
                throw new IllegalStateException("axe.min.js is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
