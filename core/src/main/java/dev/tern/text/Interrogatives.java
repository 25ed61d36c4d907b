package dev.tern.text;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The question words of 23 languages, and English auxiliaries that begin questions. */
public final class Interrogatives {
    private static final Set<String> WORDS = Arrays.stream(
                    ("who whom whose what which when where why how did does do is are was were"
                                    // German, Dutch, Swedish, Danish, Norwegian, Finnish
                                    + " wer wen wem wessen was wo wohin woher wann warum wieso weshalb wie welche"
                                    + " welcher welches welchen welchem wieviel wie wat waar wanneer waarom hoe welke"
                                    + " hoeveel vem vad var när varför hur vilken vilka vilket hvem hva hvad hvor"
                                    + " hvornår når hvorfor hvordan hvilken hvilke hvilket kuka mikä missä milloin"
                                    + " miksi miten"
                                    // French, Spanish, Portuguese, Italian, Romanian, Catalan
                                    + " qui que quoi quel quelle quels quelles où quand comment pourquoi combien qué"
                                    + " quién quiénes cuál cuáles dónde adónde cuándo cómo cuánto cuánta cuántos"
                                    + " cuántas quien cual donde cuando quem qual quais onde quando como porque quanto"
                                    + " quantos chi che cosa quale quali dove perché quanti cine ce unde când cum cât"
                                    + " cât qui què on quan com"
                                    // Polish, Czech, Russian, Ukrainian, Greek
                                    + " kto kogo komu co gdzie kiedy dlaczego jak czy ile który która które kdo kde"
                                    + " kdy proč kolik который кто кого кому что где куда когда почему зачем как какой"
                                    + " какая какие сколько чей чья хто що де коли чому який яка скільки ποιος ποια"
                                    + " ποιο ποιοι τι πού πότε γιατί πώς πόσο"
                                    // Indonesian, Turkish, Vietnamese, Hungarian, Swahili
                                    + " siapa siapakah apa apakah mana dimana kapan mengapa kenapa bagaimana berapa"
                                    + " kim kimin ne nerede nereye nereden neden niçin nasıl hangi kaç ai gì đâu khi"
                                    + " sao ki kit mi hol mikor miért hogyan nani nini wapi lini kwa")
                            .split(" "))
            .collect(Collectors.toUnmodifiableSet());

    private Interrogatives() {}

    /** Returns true if a lower-case word is a question word. */
    public static boolean contain(String word) {
        return WORDS.contains(word);
    }
}
