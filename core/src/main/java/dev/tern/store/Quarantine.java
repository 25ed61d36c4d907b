package dev.tern.store;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.settings.SourcePattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a graph that no question sees. Their passages stay, and what is added under them later is in quarantine from
 * the start, for nothing is written on the passages: the list narrows what is read. Immutable.
 *
 * @param sources at most {@value #MAX_SOURCES}
 */
public record Quarantine(SortedSet<SourcePattern> sources) {
    /** The most sources of a quarantine. */
    public static final int MAX_SOURCES = 1000;

    /** Nothing is in quarantine. */
    public static final Quarantine NONE = new Quarantine(new TreeSet<>());

    /**
     * Copies and counts the sources.
     *
     * @throws TernException the user's fault, if there are too many
     */
    public Quarantine {
        requireFew(sources);
        sources = Collections.unmodifiableSortedSet(new TreeSet<>(sources));
    }

    private static void requireFew(Collection<SourcePattern> sources) {
        if (sources.size() > MAX_SOURCES) {
            throw TernException.user("a quarantine of " + sources.size() + " sources is too large; the limit is "
                    + MAX_SOURCES + ": name several by what they begin with, and a *");
        }
    }

    /**
     * What a store keeps after a change.
     *
     * @throws TernException the user's fault, if the graph is empty: it keeps nothing yet
     */
    public static Quarantine changed(
            @Nullable GraphDescription description, Quarantine present, UnaryOperator<Quarantine> change) {
        if (description == null) {
            throw TernException.user("the graph is empty and keeps no quarantine yet: add documents first");
        }
        return change.apply(present);
    }

    /**
     * A quarantine of some sources.
     *
     * @throws TernException the user's fault, if there are too many, those that are named twice counted twice
     */
    public static Quarantine of(Collection<SourcePattern> sources) {
        requireFew(sources);
        return new Quarantine(new TreeSet<>(sources));
    }

    /** A quarantine of sources as they are written down. */
    public static Quarantine ofTexts(Collection<String> sources) {
        return of(sources.stream().map(SourcePattern::new).toList());
    }

    /** The sources as they are written down, in order. */
    public List<String> texts() {
        return sources.stream().map(SourcePattern::text).toList();
    }

    /** This quarantine with more sources. */
    public Quarantine with(Collection<SourcePattern> more) {
        SortedSet<SourcePattern> all = new TreeSet<>(sources);
        all.addAll(more);
        return new Quarantine(all);
    }

    /** This quarantine without some sources, each as it was put in. */
    public Quarantine without(Collection<SourcePattern> released) {
        SortedSet<SourcePattern> rest = new TreeSet<>(sources);
        rest.removeAll(released);
        return new Quarantine(rest);
    }

    /** Whether a source is in it. */
    public boolean holds(String source) {
        return sources.stream().anyMatch(pattern -> pattern.matches(source));
    }

    /** What is not in it; everything if nothing is. */
    public Filter outside() {
        return sources.isEmpty() ? Filter.everything() : Filter.not(inside(sources));
    }

    /** A filter for passages of some sources. */
    public static Filter inside(Collection<SourcePattern> sources) {
        List<String> names = new ArrayList<>();
        List<Filter> inside = new ArrayList<>();
        for (SourcePattern source : sources) {
            if (source.isBeginning()) {
                inside.add(beginning(source.name()));
            } else {
                names.add(source.name());
            }
        }
        if (!names.isEmpty()) {
            inside.add(Filter.in(Passage.FILTERED_SOURCE, names));
        }
        return Filter.or(inside.toArray(Filter[]::new));
    }

    private static Filter beginning(String text) {
        Filter from = Filter.atLeast(Passage.FILTERED_SOURCE, text);
        String next = following(text);
        return next.isEmpty() ? from : from.and(Filter.less(Passage.FILTERED_SOURCE, next));
    }

    /** The first string, by code points, behind all that begin so; empty if there is none. */
    private static String following(String beginning) {
        String rest = beginning;
        while (!rest.isEmpty()) {
            int last = rest.codePointBefore(rest.length());
            rest = rest.substring(0, rest.length() - Character.charCount(last));
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return rest + Character.toString(next);
            }
        }
        return "";
    }
}
