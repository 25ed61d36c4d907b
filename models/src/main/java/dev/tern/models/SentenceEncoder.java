package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;

/** A sentence encoder: its files, and what is done with what they give. */
interface SentenceEncoder {
    /** The name that graphs remember: two encoders that make different vectors of a text have different names. */
    String modelName();

    /** How the vectors of word pieces become one. */
    Pooling pooling();

    /** The most word pieces that are read, with the marks around them. */
    int window();

    /** What it was trained with, as far as that is known. */
    Prefixes prefixes();

    /** The length of its vectors; 0 where that shows only when it is loaded. */
    int dimension();

    /** Loads the network into ONNX Runtime. */
    OrtSession session(OrtEnvironment environment, OrtSession.SessionOptions options) throws OrtException, IOException;

    /** The file of the tokenizer; to be closed by the caller. */
    InputStream tokenizer() throws IOException;

    /** What to do where it cannot be loaded, in words that follow a colon. */
    String advice();
}
