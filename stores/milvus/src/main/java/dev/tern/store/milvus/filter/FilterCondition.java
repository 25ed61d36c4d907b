package dev.tern.store.milvus.filter;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataFilter.And;
import dev.tern.graph.MetadataFilter.Comparison;
import dev.tern.graph.MetadataFilter.Contains;
import dev.tern.graph.MetadataFilter.Exists;
import dev.tern.graph.MetadataFilter.In;
import dev.tern.graph.MetadataFilter.Not;
import dev.tern.graph.MetadataFilter.Or;
import dev.tern.graph.MetadataValue;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Facets;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.shared.OrderedValue.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Translates a filter to a condition of the server, on rows that have {@link Facets}.
 *
 * <p>The condition never excludes a matching row, and the filter itself then tests every row that
 * arrives, so differences between servers do not affect the result. The condition is exact, except
 * that it does not test {@code contains}: servers before 2.4 cannot search inside a string.
 *
 * <p>If a value is missing, some servers evaluate a comparison to false, others to unknown, whose
 * negation is unknown too. So negations are moved down to single comparisons, and a negated
 * comparison accepts a missing value explicitly.
 */
final class FilterCondition {
    private final MetadataFilter filter;
    private final Set<String> names;
    private final boolean lite;
    private final Condition condition;

    /**
     * Translates a filter and its parts.
     *
     * @param lite true for Milvus Lite, which cannot search lists for JSON values
     */
    FilterCondition(MetadataFilter filter, boolean lite) {
        this.filter = filter;
        this.names = filter.names();
        this.lite = lite;
        this.condition = condition(filter, true);
    }

    MetadataFilter filter() {
        return filter;
    }

    /** Returns the server's condition, which every matching row meets. */
    Condition ofServer() {
        return condition;
    }

    boolean passes(Row row) {
        return filter.holds(Facets.metadata(row, names));
    }

    /**
     * Returns a condition met by all rows that match a filter, or by all that do not match it.
     *
     * @param holds true for the matching rows, false for the others
     */
    private Condition condition(MetadataFilter some, boolean holds) {
        return switch (some) {
            case And(List<MetadataFilter> all) -> holds ? all(all, true) : any(all, false);
            case Or(List<MetadataFilter> any) -> holds ? any(any, true) : all(any, false);
            case Not(MetadataFilter not) -> condition(not, !holds);
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

    private Condition all(List<MetadataFilter> some, boolean hold) {
        return Condition.all(some.stream().map(each -> condition(each, hold)).toList());
    }

    private Condition any(List<MetadataFilter> some, boolean hold) {
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
