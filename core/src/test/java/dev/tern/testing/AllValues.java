package dev.tern.testing;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Prints records with all their values, for tests of secrets and of exact scores. */
public final class AllValues {
    private AllValues() {}

    /** Returns the values of a record, of records in a collection, or of anything else by its text. */
    public static String of(@Nullable Object value) {
        return switch (value) {
            case Iterable<?> all -> {
                StringJoiner text = new StringJoiner(", ", "[", "]");
                all.forEach(one -> text.add(of(one)));
                yield text.toString();
            }
            case Map<?, ?> all -> {
                StringJoiner text = new StringJoiner(", ", "{", "}");
                all.forEach((key, one) -> text.add(of(key) + "=" + of(one)));
                yield text.toString();
            }
            case Optional<?> maybe -> maybe.map(AllValues::of).orElse("");
            case Record record -> record(record);
            case null, default -> String.valueOf(value);
        };
    }

    private static String record(Record record) {
        StringJoiner text = new StringJoiner(", ", record.getClass().getSimpleName() + "[", "]");
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            try {
                text.add(component.getName() + "=" + of(accessor.invoke(record)));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
        return text.toString();
    }
}
