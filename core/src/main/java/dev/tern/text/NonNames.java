package dev.tern.text;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Recognises words, given in lower case, that are not names by themselves. */
public final class NonNames {
    /** Words that begin an English sentence but no name. */
    private static final Set<String> OPENERS =
            words("however although though while despite following later also because among like unlike during"
                    + " meanwhile additionally furthermore moreover therefore thus hence today currently"
                    + " originally initially eventually finally subsequently recently previously formerly"
                    + " according along around besides beyond due early every first given her including instead"
                    + " its last late many much near nearly not now often once one others part several similarly"
                    + " since some sometimes soon still two three there together towards under upon usually"
                    + " various well what whereas whether with"
                    // Adverbs, exclamations and greetings
                    + " suddenly presently perhaps even yet never always again again already almost quite rather very"
                    + " just only indeed certainly surely truly evidently apparently obviously unfortunately"
                    + " fortunately anyway maybe nevertheless nonetheless otherwise likewise accordingly consequently"
                    + " afterwards afterward beforehand everywhere nowhere somewhere somehow anyhow thereupon"
                    + " whereupon hereupon thence thither hither henceforth forthwith hardly scarcely barely merely"
                    + " simply slowly quickly quietly silently gently softly instantly immediately directly clearly"
                    + " exactly precisely oh ah aha eh ha haha hah hm hmm huh humph ugh ow ouch phew pooh pshaw tut"
                    + " bah hush alas hurrah hurray hooray bravo wow yeah yep yup nope aye nay lo behold hello hi hey"
                    + " hallo halloa thanks thank please sorry ok okay sure awesome great sounds greetings welcome"
                    + " congratulations cheers yesterday today tomorrow tonight twice yay btw alright congrats lol omg"
                    + " haha plus bye goodbye farewell damn dear hear"
                    // Verbs that ask or tell to do something
                    + " let look come go listen wait see say tell take give ask remember imagine suppose beware"
                    + " forgive don won isn aren wasn weren doesn didn hasn haven hadn couldn shouldn wouldn mustn"
                    + " needn mightn ain shan tis twas twere"
                    // Pronouns, numbers and pointing words
                    + " another anybody anyone anything everybody everyone everything nobody none nothing somebody"
                    + " someone something neither either whoever whatever whichever wherever whenever whose thou thee"
                    + " thy thine ye mine yours hers ours theirs myself yourself himself herself itself ourselves"
                    + " themselves few less least enough away aside amid amidst amongst beneath beside below above"
                    + " behind against except throughout unless till whereby wherein");

    /** Pronouns, articles, prepositions and the like that begin sentences in other languages. */
    private static final Set<String> OTHER_OPENERS =
            words("он она оно они его её ее их это эта этот в во на с со по из и но а за для при после до от к у о он"
                + " як вона вони кто что где когда почему как какой какая какие сколько чей не да нет так там тут він"
                + " хто що де коли чому"
                    // German
                    + " der die das den dem er sie es ein eine einer im am um von zu bei nach aus mit für auf und seine"
                    + " seiner ihr ihre dort als wer wen wem wessen wo wohin woher wann warum wieso weshalb wie welche"
                    + " welcher welches welchen welchem was ist war sind waren hat haben hatte wurde wird kann in an ab"
                    + " bis durch gegen ohne seit vor über unter zwischen neben hinter wenn weil dass ob aber oder doch"
                    + " denn dann nun noch nur schon auch da hier so nicht kein keine ja nein ich du wir man mein dein"
                    + " später zuerst zunächst damals danach daher deshalb trotzdem dennoch schließlich seitdem bald"
                    + " jedoch erst weniger mehr allein einst früher inzwischen darauf dabei dazu davon"
                    + " sein unser diese dieser dieses jene jener jedes jeder alle viele einige sehr heute gestern"
                    // French
                    + " la le les il elle ils elles un une des du de en dans au aux ce cette ces son sa ses leur et qui"
                    + " que quoi quel quelle quels quelles où quand comment pourquoi combien est était sont a ont avait"
                    + " je tu nous vous on mon ma mes ton ta tes notre votre nos vos mais ou donc or ni car si ne pas"
                    + " plus très sur sous avec sans chez vers entre avant après depuis pendant lorsque puis alors ici"
                    + " là oui non tout tous toute toutes"
                    // Spanish
                    + " el los las ella ellos su sus lo uno una con por para qué quién quiénes cuál cuáles dónde"
                    + " adónde cuándo cómo cuánto cuánta cuántos cuántas que quien cual donde cuando como es era fue"
                    + " son está hay había ha han yo tú usted nosotros ustedes mi mis tu tus nuestro se le les me te"
                    + " nos no sí ni y e o u pero sino si ya muy más menos también tampoco entonces luego después"
                    + " antes desde hasta hacia entre sobre sin según durante allí aquí ahora hoy ayer este esta estos"
                    + " estas ese esa esos esas aquel aquella todo todos toda todas cada otro otra"
                    // Italian
                    + " gli di da nel nella è chi che cosa quale quali dove quando come perché quanto quanti io lui lei"
                    + " noi voi loro mio mia suo sua un uno ma se non più anche poi così qui là questo questa quello"
                    // Portuguese
                    + " os um uma ele ela seu sua em quem qual quais onde quando como porque quanto quantos não sim mas"
                    + " também então depois eu você nós meu minha"
                    // Dutch, Polish, Swedish, Danish, Norwegian, Greek
                    + " het een hij zij hun w z wie wat waar wanneer waarom hoe welke en maar niet ook dan toen on ona"
                    + " oni jego jej kto co gdzie kiedy dlaczego jak czy ile który która han hon hun det vem vad var"
                    + " när varför hur vilken vilka hvem hva hvad hvor hvorfor hvordan hvilken hvilke ο η το οι τα"
                    + " αυτός αυτή στο στη στην ποιος ποια τι πού πότε γιατί πώς"
                    // Indonesian, Turkish
                    + " siapa siapakah apa apakah mana dimana di ke dari kapan mengapa kenapa bagaimana berapa yang"
                    + " dan ini itu ia dia mereka kami kita saya aku anda kamu pada untuk dengan dalam oleh akan sudah"
                    + " telah tidak bukan ada adalah setelah sebelum ketika jika karena tetapi namun juga lalu"
                    + " kemudian para sebuah seorang suatu setiap semua banyak hari tahun kim ne nerede nereye nereden"
                    + " niçin neden nasıl hangi kaç bu şu ve ama için");

    /** Titles before names of persons; none of them is a name alone. */
    private static final Set<String> TITLES = words(
            "mr mrs ms miss messrs mister missis dr doctor prof professor sir lady lord dame madam madame mme mlle"
                + " mademoiselle monsieur m. herr frau fräulein hr fr señor señora señorita sr sra srta don doña dom"
                + " dona signor signora signorina captain capt colonel col major maj general gen lieutenant lieut lt"
                + " sergeant sgt corporal admiral commander commodore reverend rev father brother sister mother uncle"
                + " aunt cousin grandfather grandmother king queen prince princess duke duchess count countess baron"
                + " baroness earl marquis viscount emperor empress pope bishop archbishop cardinal abbot saint st ste"
                + " san santa president senator governor mayor judge justice inspector constable detective officer esq"
                + " esquire hon commissioner secretary chairman director minister chancellor commandant ambassador"
                + " consul treasurer councillor alderman sheriff marshal chief pres gov highness majesty excellency"
                + " squire master mistress papa mamma mama dad mum mom pak bu ibu bapak tuan nyonya ir drs dra raden"
                + " haji hajah kyai nyai ing arq");

    /** Words of headings and references. */
    private static final Set<String> OF_BOOKS =
            words("chapter chap section part book volume vol vols page pages pp fig figure figs table appendix"
                    + " footnote footnotes illustration illustrations note notes contents preface first second third"
                    + " fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ph bd introduction index sec jan"
                    + " feb mar apr jun jul aug sept sep oct nov dec day act scene canto stanza transcriber produced"
                    + " proofreading ebook isbn copyright www http https com org pdf html kapitel chapitre capítulo"
                    + " capitolo bab");

    private static final Set<String> MONTHS =
            words("january february march april may june july august september october" + " november december");

    /** Months and days of the week in German and Indonesian, which capitalise them. */
    private static final Set<String> FOREIGN_TIMES =
            words("januar jänner februar märz april mai juni juli august september oktober november dezember januari"
                    + " februari maret mei agustus oktober desember montag dienstag mittwoch donnerstag freitag samstag"
                    + " sonnabend sonntag senin selasa rabu kamis jumat sabtu minggu");

    private NonNames() {}

    /** Returns true if a word begins English sentences but no names. */
    public static boolean isOpener(String word) {
        return OPENERS.contains(word) || Language.ENGLISH.isFunctionWord(word);
    }

    /** Returns true if a word begins sentences but no names, in languages other than English. */
    public static boolean isOtherOpener(String word) {
        return OTHER_OPENERS.contains(word) || Interrogatives.contain(word);
    }

    /** Returns true for an English name of a month. */
    public static boolean isMonth(String word) {
        return MONTHS.contains(word);
    }

    /** Returns true for a month or day of the week in languages that capitalise them. */
    public static boolean isForeignTime(String word) {
        return FOREIGN_TIMES.contains(word);
    }

    /** Returns true for a month, or a day of the week in languages that capitalise them. */
    public static boolean isTime(String word) {
        return isMonth(word) || isForeignTime(word);
    }

    /** Returns true for a title before names of persons. */
    public static boolean isTitle(String word) {
        return TITLES.contains(word);
    }

    /** Returns true for a title or a word of headings, which is no name by itself. */
    public static boolean alone(String word) {
        return TITLES.contains(word) || OF_BOOKS.contains(word);
    }

    private static Set<String> words(String words) {
        return Arrays.stream(words.split(" ")).collect(Collectors.toUnmodifiableSet());
    }
}
