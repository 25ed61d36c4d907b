package dev.tern.eval.poison;

import dev.tern.eval.poison.Poison.Sources;
import dev.tern.graph.Filter;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.Quarantine;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What is done against poison. */
public enum Defence {
    /** No defence at all. */
    NONE("none", Sources.MANY, OptionalInt.empty(), OptionalDouble.empty(), Optional.empty()),
    /** At most one passage of a source, and all poison from one. */
    LIMIT_ONE_SOURCE(
            "source limit 1, one source", Sources.ONE, OptionalInt.of(1), OptionalDouble.empty(), Optional.empty()),
    /** At most two passages of a source, and all poison from one. */
    LIMIT_TWO_SOURCE(
            "source limit 2, one source", Sources.ONE, OptionalInt.of(2), OptionalDouble.empty(), Optional.empty()),
    /** At most one passage of a source, and each from one of its own. */
    LIMIT_MANY_SOURCES(
            "source limit 1, a source each", Sources.MANY, OptionalInt.of(1), OptionalDouble.empty(), Optional.empty()),
    /** Pages from the web are trusted half. */
    TRUST_HALF("trust 0.5", Sources.MANY, OptionalInt.empty(), OptionalDouble.of(0.5), Optional.empty()),
    /** Pages from the web are trusted a fifth. */
    TRUST_FIFTH("trust 0.2", Sources.MANY, OptionalInt.empty(), OptionalDouble.of(0.2), Optional.empty()),
    /** Pages from the web are trusted a tenth. */
    TRUST_TENTH("trust 0.1", Sources.MANY, OptionalInt.empty(), OptionalDouble.of(0.1), Optional.empty()),
    /** An operator put the one source of the poison into quarantine. */
    QUARANTINE(
            "quarantine",
            Sources.ONE,
            OptionalInt.empty(),
            OptionalDouble.empty(),
            Optional.of("https://poison.example/*"));

    private static final String WEB = "https://*";

    private final String label;
    private final Sources sources;
    private final OptionalInt limit;
    private final OptionalDouble trust;
    private final Optional<String> quarantined;

    Defence(String label, Sources sources, OptionalInt limit, OptionalDouble trust, Optional<String> quarantined) {
        this.label = label;
        this.sources = sources;
        this.limit = limit;
        this.trust = trust;
        this.quarantined = quarantined;
    }

    /** What tables call it. */
    public String label() {
        return label;
    }

    Sources sources() {
        return sources;
    }

    Parameters parameters(Parameters usual) {
        Parameters limited = limit.isPresent() ? usual.with(Parameter.SOURCE_LIMIT, limit.getAsInt()) : usual;
        return trust.isPresent() ? limited.withText(Parameter.TRUST, WEB + "=" + trust.getAsDouble()) : limited;
    }

    Filter seen() {
        return quarantined
                .map(source -> Quarantine.ofTexts(List.of(source)).outside())
                .orElse(Filter.everything());
    }
}
