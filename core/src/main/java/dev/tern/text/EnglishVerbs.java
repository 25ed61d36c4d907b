package dev.tern.text;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Recognises English verb forms: auxiliaries, common irregular verbs, "-ed" and "-ing". */
public final class EnglishVerbs {
    private static final Set<String> FORMS = Arrays.stream(
                    ("is are was were am be been being has have had having do does did done can could will would shall"
                        + " should may might must ought said says say told tells tell asked came come comes went goes"
                        + " go gone got gets get gave gives give given took takes take taken made makes make put puts"
                        + " saw sees see seen knew knows know known thought thinks think found finds find felt feels"
                        + " feel left leaves leave lay lies lie lain laid kept keeps keep held holds hold heard hears"
                        + " hear brought brings bring bought sold stood stands stand sat sits sit spoke speaks speak"
                        + " spoken wrote writes write written ran runs run began begins begin begun became becomes"
                        + " become met meets meet led leads lead sent sends send built builds build lost loses won"
                        + " wins win fought fights taught teaches caught fell falls fall fallen rose rises rise risen"
                        + " grew grows grow grown drew draws drawn threw throws thrown flew flies flown blew blown"
                        + " broke breaks broken chose chosen drove driven ate eaten drank drunk sang sung swam rode"
                        + " ridden shook shaken spent slept wept crept swept bent lent read set cut hit hurt let shut"
                        + " struck hung swung clung flung spun dug shot forgot forgotten forgave hid hidden bit tore"
                        + " torn wore worn swore sworn bore born borne woke won paid said shone sank sunk sprang"
                        + " sought fled bled bred fed sped slid stole stolen stuck stung swore understood withdrew"
                        + " overcame lives live died dies die means mean meant seems seem looks look loves love wants"
                        + " want calls call contains contain remains remain belongs belong")
                            .split(" "))
            .collect(Collectors.toUnmodifiableSet());

    private EnglishVerbs() {}

    /** Returns true if a lower-case word is one of the most common verb forms. */
    public static boolean isCommonForm(String word) {
        return FORMS.contains(word);
    }

    /** Returns true if a lower-case word is a common verb form or has the ending of a verb. */
    public static boolean isVerb(String word) {
        return FORMS.contains(word)
                || (word.length() > 4 && (word.endsWith("ed") || word.endsWith("ing")))
                || word.endsWith("n't")
                || word.endsWith("n’t")
                || word.endsWith("'ll")
                || word.endsWith("’ll");
    }
}
