package dev.tern.documents.ocr;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;

/** A PP-OCR network with a picture as input, run by ONNX Runtime. Not thread-safe. */
final class PictureNetwork {
    private static final int COLOURS = 3;
    private static final int MAX_THREADS = 4;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final FloatBuffer input;

    /**
     * The output of a network.
     *
     * @param values in row-major order
     * @param shape the size of each dimension
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Output(float[] values, long[] shape) {}

    /**
     * Loads a network from its file.
     *
     * @param maxPixels the maximum number of pixels of an input picture
     */
    PictureNetwork(Path file, int maxPixels) throws OrtException {
        environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "tern");
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(
                    Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
            options.setInterOpNumThreads(1);
            // Spinning threads of two processes would take the processors from each other.
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            // Pages and lines differ in size: memory kept for one does not fit the next.
            options.setMemoryPatternOptimization(false);
            options.setCPUArenaAllocator(false);
            session = environment.createSession(file.toString(), options);
        }
        input = ByteBuffer.allocateDirect(COLOURS * maxPixels * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    /** Runs the network on a picture of the type {@code TYPE_INT_RGB}. */
    Output run(BufferedImage picture) throws OrtException {
        int[] pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
        input.clear();
        // The network was trained with blue first and values from -1 to 1.
        for (int shift = 0; shift < COLOURS * Byte.SIZE; shift += Byte.SIZE) {
            for (int pixel : pixels) {
                input.put(((pixel >> shift) & 255) / 127.5f - 1);
            }
        }
        input.flip();
        long[] shape = {1, COLOURS, picture.getHeight(), picture.getWidth()};
        try (OnnxTensor tensor = OnnxTensor.createTensor(environment, input, shape);
                OrtSession.Result result =
                        session.run(Map.of(session.getInputNames().iterator().next(), tensor))) {
            OnnxTensor output = (OnnxTensor) result.get(0);
            return new Output(output.getFloatBuffer().array(), output.getInfo().getShape());
        }
    }

    /** Returns a metadata property of the network's file; an empty text if the file lacks it. */
    String property(String name) throws OrtException {
        return session.getMetadata().getCustomMetadataValue(name).orElse("");
    }
}
