package dev.tern.store.milvus.server;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * How a server is started.
 *
 * @param name what it is called in logs and failures
 * @param uri where clients find it
 * @param openPorts the ports that tests talk to
 * @param innerPorts the ports it listens on for itself, on every interface
 * @param command program and arguments
 * @param environment all the variables that it sees besides PATH and HOME
 * @param answers whether it works by now, tried again and again
 * @param patience how long that may take
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
