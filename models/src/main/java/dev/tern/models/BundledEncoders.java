package dev.tern.models;

import dev.tern.error.TernException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the in-process encoders that have names: LangChain4j's and Tern's static one. */
final class BundledEncoders {
    private BundledEncoders() {}

    /** Returns the encoder of a name that users choose or graphs store; throws if it is unknown. */
    static SentenceEncoder of(String name) {
        return find(name)
                .orElseThrow(() -> TernException.user("there is no in-process embedding model \"" + name
                        + "\": choose one of "
                        + all().map(SentenceEncoder::label).collect(Collectors.joining(", "))));
    }

    /** Returns the encoder of a name that users choose or graphs store; empty if unknown. */
    static Optional<SentenceEncoder> find(String name) {
        return all().filter(encoder -> name.equals(encoder.label()) || name.equals(encoder.modelName()))
                .findFirst();
    }

    private static Stream<SentenceEncoder> all() {
        return Stream.concat(Stream.of(ReadyEncoder.values()), Stream.of(StaticEncoder.DESCRIPTION));
    }
}
