package dev.tern.store.milvus.server;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The servers under test: the one named by {@code TERN_MILVUS_URI}, with the token of
 * {@code TERN_MILVUS_TOKEN}, or else the two that this build starts once for all classes.
 */
final class ServersUnderTest implements ArgumentsProvider {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(ServersUnderTest.class);

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return given(System.getenv())
                .map(Stream::of)
                .orElseGet(() -> shared(context).servers())
                .map(Arguments::of);
    }

    /** Returns the server that the environment names. */
    static Optional<ServerUnderTest> given(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("TERN_MILVUS_URI"))
                .filter(uri -> !uri.isBlank())
                .map(URI::create)
                .map(uri -> new ServerUnderTest(
                        "given server",
                        () -> uri,
                        Optional.ofNullable(environment.get("TERN_MILVUS_TOKEN"))
                                .filter(token -> !token.isBlank())));
    }

    /** Returns the shared servers, which JUnit closes after the last test class. */
    private static SharedServers shared(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(SharedServers.class, type -> SharedServers.starting(), SharedServers.class);
    }
}
