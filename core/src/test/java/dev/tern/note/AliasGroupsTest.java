package dev.tern.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.ContentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AliasGroupsTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.EPOCH, "");

    private static AliasGroups groups(List<List<String>> aliases) {
        return Notes.NONE
                .with(aliases.stream().map(names -> Alias.note(names, ACT)).toList())
                .groups();
    }

    private static String id(String name) {
        return ContentId.ofEntity(name);
    }

    @Test
    void withoutAliasesEveryNameIsItself() {
        assertThat(AliasGroups.NONE.isEmpty()).isTrue();
        assertThat(Notes.NONE.groups()).isSameAs(AliasGroups.NONE);
        assertThat(AliasGroups.NONE.node("x")).isEqualTo("x");
        assertThat(AliasGroups.NONE.members(List.of("x", "y"))).containsExactly("x", "y");
    }

    @Test
    void namesOfOneAliasAreOneNode() {
        AliasGroups groups = groups(List.of(List.of("Mark Twain", "Samuel Clemens", "SAMUEL  CLEMENS")));
        assertThat(groups.node(id("samuel clemens"))).isEqualTo(id("Mark Twain"));
        assertThat(groups.node(id("Twain"))).isEqualTo(id("Twain"));
        assertThat(groups.members(List.of(id("Samuel Clemens"), id("Ada"))))
                .as("the asked name before its other names")
                .containsExactly(id("Samuel Clemens"), id("Mark Twain"), id("Ada"));
        assertThat(groups.otherNames("Samuel Clemens")).containsExactly("mark twain");
    }

    @Test
    void aNameOfTwoThingsMayBeEitherAndJoinsNothing() {
        AliasGroups groups =
                groups(List.of(List.of("William Collins", "Collins"), List.of("Charlotte Collins", "Collins")));
        assertThat(groups.node(id("William Collins"))).isNotEqualTo(groups.node(id("Charlotte Collins")));
        assertThat(groups.node(id("Collins"))).isEqualTo(id("Collins"));
        assertThat(groups.meanings(id("Collins")))
                .containsExactly(
                        new AliasGroups.Meaning(id("William Collins"), 0.5),
                        new AliasGroups.Meaning(id("Charlotte Collins"), 0.5));
        assertThat(groups.possible("collins")).containsExactly("William Collins", "Charlotte Collins");
        assertThat(groups.otherNames("Collins")).isEmpty();
        assertThat(groups.otherNames("William Collins")).isEmpty();
    }

    @Test
    void whatWasSaidPairByPairIsOneThing() {
        assertThat(groups(List.of(List.of("A", "B"), List.of("B", "C"), List.of("C", "A")))
                        .members(List.of(id("C"))))
                .containsExactlyInAnyOrder(id("A"), id("B"), id("C"));
        assertThat(groups(List.of(List.of("A", "B"), List.of("A", "B", "C"))).members(List.of(id("A"))))
                .containsExactlyInAnyOrder(id("A"), id("B"), id("C"));
    }

    @Test
    void namesOfWhichNoneIsSureAreLinkedToEachOther() {
        AliasGroups groups = groups(List.of(List.of("A", "B"), List.of("A", "C"), List.of("B", "D")));
        assertThat(groups.meanings(id("A")))
                .containsExactly(new AliasGroups.Meaning(id("B"), 0.5), new AliasGroups.Meaning(id("C"), 0.5));
        assertThat(groups.meanings(id("B")))
                .containsExactly(new AliasGroups.Meaning(id("A"), 0.5), new AliasGroups.Meaning(id("D"), 0.5));
        assertThat(groups.meanings(id("C"))).isEmpty();
    }

    /** Two ambiguous names of a group that has a node are linked by that node. */
    private static boolean linked(AliasGroups groups, String one, String other) {
        Set<String> from = new HashSet<>(Set.of(groups.node(one)));
        groups.meanings(one).forEach(meaning -> from.add(meaning.id()));
        Set<String> to = new HashSet<>(Set.of(groups.node(other)));
        groups.meanings(other).forEach(meaning -> to.add(meaning.id()));
        return !Collections.disjoint(from, to);
    }

    @Test
    void everyAliasThatHoldsHasItsEffect() {
        Random random = new Random(12);
        for (int round = 0; round < 500; round++) {
            List<List<String>> aliases = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(10); i++) {
                List<String> names = random.ints(2 + random.nextInt(3), 0, 8)
                        .distinct()
                        .mapToObj(n -> "Name " + n)
                        .toList();
                if (names.size() > 1) {
                    aliases.add(names);
                }
            }
            AliasGroups groups = groups(aliases);
            for (List<String> names : aliases) {
                names.forEach(one -> names.forEach(other -> assertThat(linked(groups, id(one), id(other)))
                        .as(one + " and " + other + " of " + aliases)
                        .isTrue()));
            }
            for (int n = 0; n < 8; n++) {
                List<AliasGroups.Meaning> meanings = groups.meanings(id("Name " + n));
                double sum = meanings.stream()
                        .mapToDouble(AliasGroups.Meaning::weight)
                        .sum();
                assertThat(sum).isCloseTo(meanings.isEmpty() ? 0 : 1, within(1e-9));
            }
        }
    }

    @Test
    void nothingIsJoinedThatWasNotSaid() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            List<List<String>> aliases = new ArrayList<>();
            Set<Set<String>> said = new HashSet<>();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                List<String> names = random.ints(2 + random.nextInt(3), 0, 9)
                        .distinct()
                        .mapToObj(n -> "Name " + n)
                        .toList();
                if (names.size() > 1) {
                    aliases.add(names);
                    names.forEach(a -> names.forEach(b -> said.add(Set.of(id(a), a.equals(b) ? "itself" : id(b)))));
                }
            }
            AliasGroups groups = groups(aliases);
            for (int n = 0; n < 9; n++) {
                String name = id("Name " + n);
                List<String> members = groups.members(List.of(name));
                assertThat(members).contains(name);
                assertThat(groups.node(groups.node(name))).isEqualTo(groups.node(name));
                members.stream()
                        .filter(other -> !other.equals(name))
                        .forEach(
                                other -> assertThat(said).as(aliases.toString()).contains(Set.of(name, other)));
                groups.meanings(name)
                        .forEach(meaning ->
                                assertThat(said).as(aliases.toString()).contains(Set.of(name, meaning.id())));
            }
        }
    }
}
