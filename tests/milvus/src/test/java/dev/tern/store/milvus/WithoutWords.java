package dev.tern.store.milvus;

import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * A store whose passages cannot be found by their words. Old servers have no words, and new ones score them by lengths
 * that they keep roughly: stores are compared by the exact values that all of them have.
 */
final class WithoutWords {
    private WithoutWords() {}

    static GraphStore of(GraphStore store) {
        return hiding(store, GraphStore.class);
    }

    private static <T> T hiding(T shown, Class<T> type) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("fullTextMissing")) {
                return Optional.of("words are left out of this comparison");
            }
            try {
                Object result = method.invoke(shown, arguments);
                return result instanceof GraphView view ? hiding(view, GraphView.class) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
