package dev.tern.store.lucene;

import dev.tern.store.SearchWords;
import java.util.Iterator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** The {@link SearchWords} of a text as Lucene tokens. */
final class WordStream extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final Iterator<String> words;

    WordStream(String text) {
        this.words = SearchWords.of(text).iterator();
    }

    @Override
    public boolean incrementToken() {
        if (!words.hasNext()) {
            return false;
        }
        clearAttributes();
        term.append(words.next());
        return true;
    }
}
