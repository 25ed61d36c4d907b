package dev.tern.store.milvus.server;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The recipe for starting a server.
 *
 * @param name its name in logs and failures
 * @param uri its address for clients
 * @param openPorts the ports used by tests
 * @param innerPorts its own ports, on every interface
 * @param command program and arguments
 * @param environment all its variables besides PATH and HOME
 * @param answers polled until the server works
 * @param patience the timeout of the start
 */
record ServerRecipe(
        String name,
        URI uri,
        List<Integer> openPorts,
        List<Integer> innerPorts,
        List<String> command,
        Map<String, String> environment,
        BooleanSupplier answers,
        Duration patience) {}
