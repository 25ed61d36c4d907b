package dev.tern.store.milvus.filter;

import dev.tern.graph.Filter;
import dev.tern.graph.Filter.And;
import dev.tern.graph.Filter.Comparison;
import dev.tern.graph.Filter.Contains;
import dev.tern.graph.Filter.Exists;
import dev.tern.graph.Filter.In;
import dev.tern.graph.Filter.Not;
import dev.tern.graph.Filter.Or;
import dev.tern.graph.MetadataValue;
import dev.tern.store.OrderedValue.Kind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Facets;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A filter as a condition of the server, on rows that have {@link Facets}.
 *
 * <p>The server narrows, by a condition that no row which passes fails; whether a row passes is decided here, by the
 * filter itself, for every row that comes. So nothing gets past a filter because a server reads a condition another way.
 * The condition is as sharp as the filter but for {@code contains}, which servers before 2.4 do not have inside a string.
 *
 * <p>Servers differ in what a missing value does to a condition: for some it is false, for others unknown, and then its
 * negation is unknown too. So negations are moved down to single comparisons, and one of those is met by a missing value
 * in as many words.
 */
final class FilterCondition {
    private final Filter filter;
    private final Set<String> names;
    private final boolean lite;
    private final Condition condition;

    /**
     * The condition of a filter.
     *
     * @param lite whether the server is Milvus Lite, which looks for no value of JSON in a list
     */
    FilterCondition(Filter filter, boolean lite) {
        this.filter = filter;
        this.names = filter.names();
        this.lite = lite;
        this.condition = condition(filter, true);
    }

    Filter filter() {
        return filter;
    }

    /** What the server narrows by: met by every row that passes. */
    Condition ofServer() {
        return condition;
    }

    boolean passes(Row row) {
        return filter.holds(Facets.metadata(row, names));
    }

    /** A condition that holds wherever the filter does, or wherever it does not. */
    private Condition condition(Filter some, boolean holds) {
        return switch (some) {
            case And(List<Filter> all) -> holds ? all(all, true) : any(all, false);
            case Or(List<Filter> any) -> holds ? any(any, true) : all(any, false);
            case Not(Filter not) -> condition(not, !holds);
            case Comparison comparison -> condition(comparison, holds);
            case In in -> condition(in, holds);
            case Contains(String name, String text) ->
                holds ? Condition.exists(Fields.FACETS, Facets.key(Kind.STRING, name)) : Condition.ALL;
            case Exists(String name) -> {
                List<Condition> kinds = new ArrayList<>();
                for (Kind kind : Kind.values()) {
                    Condition there = Condition.exists(Fields.FACETS, Facets.key(kind, name));
                    kinds.add(holds ? there : there.not());
                }
                yield holds ? Condition.any(kinds) : Condition.all(kinds);
            }
        };
    }

    private Condition all(List<Filter> some, boolean hold) {
        return Condition.all(some.stream().map(each -> condition(each, hold)).toList());
    }

    private Condition any(List<Filter> some, boolean hold) {
        return Condition.any(some.stream().map(each -> condition(each, hold)).toList());
    }

    private static Condition condition(Comparison comparison, boolean holds) {
        String key = Facets.key(Facets.kind(comparison.value()), comparison.name());
        String sign = switch (comparison.comparator()) {
            case EQUAL -> "==";
            case LESS -> "<";
            case AT_MOST -> "<=";
            case GREATER -> ">";
            case AT_LEAST -> ">=";
        };
        Condition compared = Condition.compare(Fields.FACETS, key, sign, Facets.digits(comparison.value()));
        return holds ? compared : missingOrNot(key, compared);
    }

    private static Condition missingOrNot(String key, Condition compared) {
        return Condition.exists(Fields.FACETS, key).not().or(compared.not());
    }

    private Condition condition(In in, boolean holds) {
        Map<Kind, List<String>> byKind = new EnumMap<>(Kind.class);
        for (MetadataValue value : in.values()) {
            byKind.computeIfAbsent(Facets.kind(value), kind -> new ArrayList<>())
                    .add(Facets.digits(value));
        }
        List<Condition> kinds = new ArrayList<>();
        byKind.forEach((kind, digits) -> {
            String key = Facets.key(kind, in.name());
            Condition one = lite
                    ? Condition.any(digits.stream()
                            .map(value -> Condition.compare(Fields.FACETS, key, "==", value))
                            .toList())
                    : Condition.in(Fields.FACETS, key, digits);
            kinds.add(holds ? one : missingOrNot(key, one));
        });
        return holds ? Condition.any(kinds) : Condition.all(kinds);
    }
}
