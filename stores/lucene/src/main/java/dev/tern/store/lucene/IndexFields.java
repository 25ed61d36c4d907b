package dev.tern.store.lucene;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.RelationRow;
import dev.tern.store.SearchWords;
import dev.tern.store.TitleKey;
import java.util.Iterator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.BytesRef;

/** Names the columns of the index and creates Lucene documents from rows. */
final class IndexFields {
    /** The content of the row, encoded by {@link RowBytes}. */
    static final String ROW = "row";

    static final String ENTITY_ID = "entity";
    static final String ENTITY_VECTOR = "entity_vector";

    static final String RELATION_KEY = "relation";
    static final String RELATION_VECTOR = "relation_vector";
    /** The ids of the entities that a relation names. */
    static final String TOUCHES = "touches";
    /** The id of the passage that states a relation. */
    static final String STATED_BY = "stated_by";

    static final String PASSAGE_ID = "passage";
    static final String PASSAGE_VECTOR = "passage_vector";
    static final String DOCUMENT_ID = "document";
    static final String TITLE = "title";
    /** The words of a passage, for full-text search. */
    static final String WORDS = "words";
    /** The extraction state of a passage. */
    static final String STATE = "state";

    /** The maximum UTF-16 units of a term; at three bytes each, below Lucene's 32,766 bytes. */
    private static final int MAX_TERM_LENGTH = 1_000;

    private static final FieldType COUNTED_WORDS = countedWords();

    private IndexFields() {}

    /** Returns a field type with word frequencies but no positions, which no search needs. */
    private static FieldType countedWords() {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        return type;
    }

    static Document entity(Embedded<Entity> entity) {
        return row(entries(entity.value()), RowBytes.of(entity.value()), ENTITY_VECTOR, entity.vector());
    }

    /** Returns a document with the index entries of an entity, without content and vector. */
    static Document entries(Entity entity) {
        Document entries = new Document();
        addTerm(entries, ENTITY_ID, entity.id());
        return entries;
    }

    static Document relation(Embedded<RelationRow> relation, MetadataFields metadata) {
        RelationRow value = relation.value();
        return row(entries(value, metadata), RowBytes.of(value), RELATION_VECTOR, relation.vector());
    }

    static Document entries(RelationRow relation, MetadataFields metadata) {
        Document entries = new Document();
        addTerm(entries, RELATION_KEY, relation.key());
        addTerm(entries, STATED_BY, relation.passageId());
        for (String entityId : relation.entityIds()) {
            addTerm(entries, TOUCHES, entityId);
        }
        metadata.addTo(entries, MetadataFields.RELATION);
        return entries;
    }

    static Document passage(Embedded<Passage> passage) {
        return row(entries(passage.value()), RowBytes.of(passage.value()), PASSAGE_VECTOR, passage.vector());
    }

    static Document entries(Passage passage) {
        Document entries = new Document();
        addTerm(entries, PASSAGE_ID, passage.id());
        addTerm(entries, DOCUMENT_ID, passage.documentId());
        addTerm(entries, STATE, passage.extraction().state().name());
        for (String key : TitleKey.of(passage.title())) {
            addTerm(entries, TITLE, key);
        }
        new MetadataFields(passage.filterMetadata()).addTo(entries, MetadataFields.PASSAGE);
        entries.add(new Field(WORDS, new WordStream(passage.textToEmbed()), COUNTED_WORDS));
        return entries;
    }

    /**
     * Returns the indexed term of a value: the value itself, or a hash if it has more than {@value
     * #MAX_TERM_LENGTH} UTF-16 units.
     */
    static BytesRef term(String value) {
        return new BytesRef(value.length() <= MAX_TERM_LENGTH ? value : ContentId.ofPassage("long term", value));
    }

    static Term term(String field, String value) {
        return new Term(field, term(value));
    }

    private static Document row(Document entries, BytesRef bytes, String vectorField, float[] vector) {
        entries.add(new BinaryDocValuesField(ROW, bytes));
        entries.add(new KnnFloatVectorField(vectorField, vector, VectorSimilarityFunction.DOT_PRODUCT));
        return entries;
    }

    private static void addTerm(Document row, String field, String value) {
        row.add(new StringField(field, term(value), Field.Store.NO));
    }

    /** The {@link SearchWords} of a text as Lucene tokens. */
    private static final class WordStream extends TokenStream {
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
}
