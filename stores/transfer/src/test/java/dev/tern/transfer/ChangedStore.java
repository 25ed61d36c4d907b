package dev.tern.transfer;

import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.Round;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;

/** Wraps a store and replaces one method, in its views too. */
final class ChangedStore {
    private ChangedStore() {}

    static GraphStore of(GraphStore store, String method, Function<Object[], Object> instead) {
        return (GraphStore) Proxy.newProxyInstance(
                GraphStore.class.getClassLoader(),
                new Class<?>[] {GraphStore.class, GraphView.class},
                (self, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        return instead.apply(arguments);
                    }
                    return switch (called.getName()) {
                        case "view", "latest" -> self;
                        case "round" -> new Round((GraphView) self);
                        case "close" -> null;
                        default -> {
                            try {
                                yield called.invoke(
                                        called.getDeclaringClass() == GraphView.class ? store.latest() : store,
                                        arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }
                    };
                });
    }
}
