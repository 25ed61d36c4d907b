package dev.tern.store;

import dev.tern.error.TernException;

/**
 * The model, dimension and format of a graph; every later batch and query has to match.
 *
 * @param embeddingModel the name of the model that made the vectors of the graph
 * @param dimension the length of every vector
 * @param formatVersion the version of the store's format
 */
public record GraphDescription(String embeddingModel, int dimension, int formatVersion) {
    /** The format that this version of Tern writes and reads. */
    public static final int CURRENT_FORMAT = 2;

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
