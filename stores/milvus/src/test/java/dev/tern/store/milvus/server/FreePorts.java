package dev.tern.store.milvus.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports, below the range of outgoing connections, so that a server that is down for a moment
 * finds its port still free.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int END = 32_000;

    /** Servers of this JVM start concurrently, before the others have bound their ports. */
    private static final Set<Integer> CHOSEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** Chooses different ports at random, so that concurrent builds rarely collide. */
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
