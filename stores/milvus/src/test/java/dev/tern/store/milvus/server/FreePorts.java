package dev.tern.store.milvus.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that nobody listens on. They lie below those that systems give to outgoing connections, so that a server that is
 * down for a moment finds its port free again.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int END = 32_000;

    /** Servers of this JVM start side by side, and none has bound its ports when the next one chooses. */
    private static final Set<Integer> CHOSEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** So many different ports, at random, so that builds side by side seldom ask for the same. */
    static List<Integer> choose(int count) {
        List<Integer> chosen = ThreadLocalRandom.current()
                .ints(FIRST, END)
                .distinct()
                .limit(END - FIRST)
                .filter(FreePorts::isFree)
                .filter(CHOSEN::add)
                .limit(count)
                .boxed()
                .toList();
        if (chosen.size() < count) {
            throw new IllegalStateException("Fewer than " + count + " free ports from " + FIRST + " to " + END);
        }
        return chosen;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
