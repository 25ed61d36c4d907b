package dev.tern.page;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands every test the same Chromium and the same demo, which are started when they are first wanted and end with the last. The
 * pages of a test are closed after it.
 */
final class Browsing implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(Browsing.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Chromium.class || type == Demo.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext.Store store = context.getRoot().getStore(HERE);
        if (parameter.getParameter().getType() == Demo.class) {
            return store.computeIfAbsent(Demo.class, wanted -> new Demo(), Demo.class);
        }
        return store.computeIfAbsent(Chromium.class, wanted -> new Chromium(), Chromium.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Chromium chromium = context.getRoot().getStore(HERE).get(Chromium.class, Chromium.class);
        if (chromium != null) {
            chromium.sendAway();
        }
    }
}
