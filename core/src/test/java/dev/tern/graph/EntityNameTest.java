package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityNameTest {
    @Test
    void signsKeepNamesApart() {
        assertThat(List.of("C++", "C#", "C", "C*", "#1", "1", "AT&T", "ATT", "R.E.M.", "REM"))
                .extracting(EntityName::normalise)
                .doesNotHaveDuplicates()
                .startsWith("c++", "c#", "c");
    }

    @ParameterizedTest
    @CsvSource({
        "Beyoncé,beyoncé",
        "Łódź,łódź",
        "张三,张三",
        "محمد,محمد",
        "Ελλάδα,ελλάδα",
        "Москва,москва",
        "กรุงเทพ,กรุงเทพ"
    })
    void lettersOfEveryScriptSurvive(String name, String normalised) {
        assertThat(EntityName.normalise(name)).isEqualTo(Normalizer.normalize(normalised, Normalizer.Form.NFKC));
    }

    @ParameterizedTest
    @CsvSource({
        "The Bernoulli theorem,the Bernoulli theorem",
        "Straße,STRASSE",
        "STRAẞE,strasse",
        "ΟΔΥΣΣΕΥΣ,Οδυσσευς",
        "ﬁle,FILE",
        "Ｅｕｌｅｒ,Euler",
        "Ⅷ,viii",
        "x²,X2",
        "ǅ,DŽ",
        "ııı,III"
    })
    void formsThatUnicodeCallsTheSameAreOneName(String one, String other) {
        assertThat(EntityName.normalise(one)).isEqualTo(EntityName.normalise(other));
    }

    @Test
    void composedAndDecomposedLettersAreOneName() {
        for (String name : List.of("Beyoncé", "Łódź", "Dvořák", "한국어", "Ångström", "Việt Nam", "İstanbul")) {
            assertThat(EntityName.normalise(Normalizer.normalize(name, Normalizer.Form.NFD)))
                    .isEqualTo(EntityName.normalise(Normalizer.normalize(name, Normalizer.Form.NFC)));
        }
    }

    @Test
    void whiteSpaceOfEveryKindFoldsToOneSpace() {
        for (String space :
                List.of(" ", "\t", "\r\n", "\u00a0", "\u2003", "\u3000", "\u0085", "\u2028", "\u0000", " \n ")) {
            assertThat(EntityName.normalise(space + "Leonhard" + space + "Euler" + space))
                    .isEqualTo("leonhard euler");
            assertThat(EntityName.normalise(space)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leonhard euler", "c++", "x", "", "a-b_c's"})
    void whatIsNormalisedAlreadyStaysAsItIs(String name) {
        assertThat(EntityName.normalise(name)).isSameAs(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a ", "a  b", "\ta", "A"})
    void onlyInnerSingleSpacesAndSmallLettersAreTakenAsNormalised(String name) {
        assertThat(EntityName.normalise(name))
                .isEqualTo(name.strip().toLowerCase(Locale.ROOT).replace("  ", " "));
    }

    @Test
    void normalisingTwiceIsNormalisingOnce() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.isDefined(c)) {
                requireIdempotent(Character.toString(c), "U+" + Integer.toHexString(c));
            }
        }
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder name = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                name.appendCodePoint(codePoint(random));
            }
            requireIdempotent(name.toString(), "seed " + seed);
        }
    }

    @Test
    void isWhatTheDefinitionGives() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder name = new StringBuilder();
            int ofOthers = random.nextInt(2);
            for (int i = random.nextInt(12); i >= 0; i--) {
                switch (random.nextInt(4 + ofOthers)) {
                    case 0 -> name.append((char) random.nextInt(0x80));
                    case 1 -> name.append((char) random.nextInt(0x300));
                    case 2 -> name.append((char) (0x2000 + random.nextInt(0x70)));
                    case 3 -> name.append("AZaz 0-'\u00e9\u00a0".charAt(random.nextInt(10)));
                    default -> name.appendCodePoint(codePoint(random));
                }
            }
            assertThat(EntityName.normalise(name.toString()))
                    .as("%s, seed %d", name, seed)
                    .isEqualTo(defined(name.toString()));
        }
    }

    /** Normalises by the definition, step by step, until nothing changes. */
    private static String defined(String name) {
        String before;
        String form = name;
        do {
            before = form;
            form = Normalizer.normalize(form, Normalizer.Form.NFKC)
                    .toUpperCase(Locale.ROOT)
                    .toLowerCase(Locale.ROOT)
                    .replace('\u03c2', '\u03c3')
                    .replaceAll("[\u00ad\u200b\u2060\ufeff]", "")
                    .codePoints()
                    .map(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)
                            ? ' '
                            : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .replaceAll(" +", " ");
            form = form.startsWith(" ") ? form.substring(1) : form;
            form = form.endsWith(" ") ? form.substring(0, form.length() - 1) : form;
        } while (!form.equals(before));
        return form;
    }

    private static int codePoint(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x80);
            case 1 -> random.nextInt(0x250);
            case 2 -> 0x300 + random.nextInt(0x200);
            default -> random.nextInt(Character.MAX_CODE_POINT + 1);
        };
    }

    private static void requireIdempotent(String name, String what) {
        String once = EntityName.normalise(name);
        assertThat(EntityName.normalise(once)).as("%s of %s", name, what).isEqualTo(once);
    }

    @ParameterizedTest
    @CsvSource({
        "Euler,Leonhard Euler",
        "leonhard  EULER,euler",
        "San Marino,San Marino Grand Prix",
        "van Beethoven,Ludwig van Beethoven",
        "Lambert Hillyer,Lambert Harwood Hillyer",
        "George Lucas,George Walton Stone Lucas"
    })
    void lastWordsSeveralFirstWordsAndFirstWithLastAreAnAlias(String one, String other) {
        assertThat(EntityName.isShortForm(one, other)).isTrue();
        assertThat(EntityName.isShortForm(other, one)).isTrue();
    }

    @Test
    void candidatesAreBeginningsEndingsAndFirstWithLast() {
        assertThat(EntityName.shortForms("ludwig van beethoven"))
                .containsExactly("ludwig", "van beethoven", "ludwig van", "beethoven", "ludwig beethoven");
        assertThat(EntityName.shortForms("leonhard euler")).containsExactly("leonhard", "euler");
        assertThat(EntityName.shortForms("euler")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Leonhard,Leonhard Euler",
        "Li,Bruce Li",
        "1984,Summer 1984",
        "uler,Leonhard Euler",
        "Euler,Euler",
        "'',Leonhard Euler",
        "'    ',Leonhard Euler",
        "San Mar,San Marino Grand Prix",
        "The Bridge,The Stone Bridge",
        "Lambert Hillyer,Lambert  Hillyer",
        "George W Lucas,George Walton Lucas"
    })
    void oneFirstWordAShortWordANumberAndPartsOfWordsAreNone(String one, String other) {
        assertThat(EntityName.isShortForm(one, other)).isFalse();
        assertThat(EntityName.isShortForm(other, one)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dragons-blood.txt",
                "My report (final).docx",
                "https://example.org/a",
                "www.example.org",
                "a@b.org"
            })
    void namesOfFilesAndAddressesNameNothing(String text) {
        assertThat(EntityName.isAddress(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Dr. No", "U.S.", "St. Moritz", "C++", "Euler", "AT&T", "Node.js 20"})
    void namesAreNoAddresses(String text) {
        assertThat(EntityName.isAddress(text)).isFalse();
    }
}
