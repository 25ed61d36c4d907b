package dev.tern.store.lucene;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.RelationRow;
import dev.tern.store.TitleKey;
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

/** The columns of the index, and a row of each kind as a Lucene document. */
final class Fields {
    /** The row itself, as {@link RowBytes}. */
    static final String ROW = "row";

    static final String ENTITY_ID = "entity";
    static final String ENTITY_VECTOR = "entity_vector";

    static final String RELATION_KEY = "relation";
    static final String RELATION_VECTOR = "relation_vector";
    /** The entities that a relation touches. */
    static final String TOUCHES = "touches";
    /** The passage that states a relation. */
    static final String STATED_BY = "stated_by";

    static final String PASSAGE_ID = "passage";
    static final String PASSAGE_VECTOR = "passage_vector";
    static final String DOCUMENT_ID = "document";
    static final String TITLE = "title";
    /** The words of a passage, for full-text search. */
    static final String WORDS = "words";
    /** How far a passage's statements are. */
    static final String STATE = "state";

    /** Lucene refuses terms over 32,766 bytes; three bytes a character keep this far below. */
    private static final int LONGEST_TERM = 1_000;

    private static final FieldType COUNTED_WORDS = countedWords();

    private Fields() {}

    /** How often each word occurs, and nothing about where: phrases are not searched for. */
    private static FieldType countedWords() {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        return type;
    }

    static Document entity(Embedded<Entity> entity) {
        Document row = row(RowBytes.of(entity.value()), ENTITY_VECTOR, entity.vector());
        addTerm(row, ENTITY_ID, entity.value().id());
        return row;
    }

    /** A row of a relation, with what its passage is filtered by. */
    static Document relation(Embedded<RelationRow> relation, MetadataFields metadata) {
        Document row = row(RowBytes.of(relation.value()), RELATION_VECTOR, relation.vector());
        addTerm(row, RELATION_KEY, relation.value().key());
        addTerm(row, STATED_BY, relation.value().passageId());
        for (String entityId : relation.value().entityIds()) {
            addTerm(row, TOUCHES, entityId);
        }
        metadata.addTo(row, MetadataFields.RELATION);
        return row;
    }

    static Document passage(Embedded<Passage> passage, MetadataFields metadata) {
        Document row = row(RowBytes.of(passage.value()), PASSAGE_VECTOR, passage.vector());
        addTerm(row, PASSAGE_ID, passage.value().id());
        addTerm(row, DOCUMENT_ID, passage.value().documentId());
        addTerm(row, STATE, passage.value().extraction().state().name());
        for (String key : TitleKey.of(passage.value().title())) {
            addTerm(row, TITLE, key);
        }
        metadata.addTo(row, MetadataFields.PASSAGE);
        row.add(new Field(WORDS, new WordStream(passage.value().textToEmbed()), COUNTED_WORDS));
        return row;
    }

    /** A value as it stands in the index: itself, or a hash of it if it is very long. */
    static BytesRef term(String value) {
        return new BytesRef(value.length() <= LONGEST_TERM ? value : ContentId.ofPassage("long term", value));
    }

    static Term term(String field, String value) {
        return new Term(field, term(value));
    }

    private static Document row(BytesRef bytes, String vectorField, float[] vector) {
        Document row = new Document();
        row.add(new BinaryDocValuesField(ROW, bytes));
        row.add(new KnnFloatVectorField(vectorField, vector, VectorSimilarityFunction.DOT_PRODUCT));
        return row;
    }

    private static void addTerm(Document row, String field, String value) {
        row.add(new StringField(field, term(value), Field.Store.NO));
    }
}
