package dev.tern.store;

import dev.tern.error.TernException;
import dev.tern.note.Notes;

/**
 * The model, dimension and format of a graph, which every later batch and query has to match, and
 * its notes.
 *
 * @param embeddingModel the name of the model that made the vectors of the graph
 * @param dimension the length of every vector
 * @param formatVersion the version of the store's format
 * @param notes the rules and edits kept with the graph
 */
public record GraphDescription(String embeddingModel, int dimension, int formatVersion, Notes notes) {
    /** The format that this version of Tern writes and reads. */
    public static final int CURRENT_FORMAT = 2;

    /** Creates the description of a graph of the current format without notes. */
    public GraphDescription(String embeddingModel, int dimension) {
        this(embeddingModel, dimension, CURRENT_FORMAT, Notes.NONE);
    }

    /** Returns this description with other notes. */
    public GraphDescription with(Notes others) {
        return new GraphDescription(embeddingModel, dimension, formatVersion, others);
    }

    /**
     * Rejects another embedding model.
     *
     * @throws TernException if the graph was made with another embedding model
     */
    public void requireModel(String otherModel) {
        if (!embeddingModel.equals(otherModel)) {
            throw TernException.user("the graph was made with the embedding model \"" + embeddingModel
                    + "\" and cannot be used with \"" + otherModel
                    + "\": set that model again, or index into another store or graph");
        }
    }

    /**
     * Rejects a vector of another dimension.
     *
     * @throws TernException if the length is not the graph's
     */
    public void requireDimension(int otherDimension) {
        if (dimension != otherDimension) {
            throw TernException.user("the graph has vectors of " + dimension + " dimensions (embedding model \""
                    + embeddingModel + "\") and was given one of " + otherDimension);
        }
    }
}
