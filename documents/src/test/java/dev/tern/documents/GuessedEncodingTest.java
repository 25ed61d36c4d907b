package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts in encodings other than UTF-8, as short as letters and lists. */
final class GuessedEncodingTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        windows-31j | 橋は山田太郎が架けた。
        windows-31j | 東京都港区の会社です
        EUC-JP | 山田太郎は東京に住んでいる。
        GB18030 | 这座桥是李明在一九五八年建造的。
        Big5 | 這座橋是李明建造的，他住在臺北。
        x-windows-949 | 이 다리는 김철수가 지었다.
        windows-1250 | Most zbudował Łukasz Gąska w Żółwinie.
        windows-1250 | Příliš žluťoučký kůň stál u mostu v Olomouci.
        windows-1250 | A hidat Kovács Ödön építette, őt Győrben szerették.
        windows-1252 | Le pont a été bâti par Hélène Lefèvre à Orléans.
        windows-1252 | Die Brücke wurde von Jürgen Groß für Köln gebaut.
        windows-1252 | El puente lo construyó la señora Núñez, ¿no?
        windows-1252 | Bron byggdes av Åsa Öberg på våren.
        windows-1252 | “Vale bridge” – built by O’Neill
        windows-1254 | Köprüyü Işık Şahin yaptı, çünkü ağır yük geçiyordu.
        windows-1251 | Мост построил Иван Петров в городе Орле.
        KOI8-R | Мост построил Иван Петров в городе Орле.
        IBM866 | Мост построил Иван Петров в городе Орле.
        windows-1253 | Τη γέφυρα έχτισε ο Νίκος Παπαδόπουλος.
        windows-1255 | את הגשר בנה דוד כהן בשנת 1958.
        windows-1256 | بنى الجسر أحمد حسن في بغداد.
        x-windows-874 | สะพานนี้สร้างโดยนายสมชาย ใจดี
        IBM850 | Die Brücke wurde von Jürgen Groß für Köln gebaut.
        IBM850 | Der Rat kürzte die Förde.
        IBM852 | Most zbudował Łukasz Gąska, gdyż żył w Łodzi.
        UTF-16LE | 这座桥是李明建造的。
        UTF-16BE | 橋は山田太郎が架けた。
        """)
    void areGuessedByTheirLettersAndSaidToBe(String charset, String text) throws IOException {
        Files.write(folder.resolve("a.txt"), text.getBytes(Charset.forName(charset)));

        Loading loading = Loading.of(folder, "a.txt");

        assertThat(loading.only().text()).isEqualTo(text);
        assertThat(loading.heard().noted)
                .containsExactly("a.txt is read as " + Charset.forName(charset).name()
                        + ", a guess by its letters: --encoding, or load.encoding, overrides it");
    }

    @Test
    void theEncodingThatIsNamedIsTaken() throws IOException {
        String text = "Müller";
        Files.write(folder.resolve("a.txt"), text.getBytes(Charset.forName("IBM850")));
        Files.writeString(folder.resolve("b.txt"), "Größe");
        Files.write(folder.resolve("c.txt"), "中文".getBytes(Charset.forName("UTF-16LE")));

        SourceLoader loader = SourceLoader.builder().encoding("cp850").build();
        assertThat(Loading.of(loader, folder, "a.txt").only().text()).isEqualTo(text);
        assertThat(Loading.of(loader, folder, "a.txt").heard().noted).isEmpty();
        assertThat(Loading.of(loader, folder, "b.txt").only().text()).isEqualTo("Größe");
        assertThat(Loading.of(SourceLoader.builder().encoding("UTF-16LE").build(), folder, "c.txt")
                        .only()
                        .text())
                .isEqualTo("中文");
        assertThatThrownBy(() -> SourceLoader.builder().encoding("latin-nine"))
                .isInstanceOf(TernException.class)
                .hasMessage("there is no encoding \"latin-nine\", such as windows-1250 or Shift_JIS");
    }
}
