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

/** A network of PP-OCR that takes a picture, run by ONNX Runtime. Not thread-safe. */
final class PictureNetwork {
    private static final int COLOURS = 3;
    private static final int MOST_THREADS = 4;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final FloatBuffer input;

    /**
     * What a network says.
     *
     * @param values the last dimension's next to each other
     * @param shape how many there are in each dimension
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record Output(float[] values, long[] shape) {}

    /**
     * Loads a network from its file.
     *
     * @param mostPixels how large its pictures can be
     */
    PictureNetwork(Path file, int mostPixels) throws OrtException {
        environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "tern");
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(
                    Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
            options.setInterOpNumThreads(1);
            // Two processes whose threads wait in a loop take the processors from each other.
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            // Pages and lines differ in size: memory kept for one is of no use to the next.
            options.setMemoryPatternOptimization(false);
            options.setCPUArenaAllocator(false);
            session = environment.createSession(file.toString(), options);
        }
        input = ByteBuffer.allocateDirect(COLOURS * mostPixels * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    /** What the network says of a picture of the type {@code TYPE_INT_RGB}. */
    Output run(BufferedImage picture) throws OrtException {
        int[] pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
        input.clear();
        // Blue first, and each from -1 to 1: so the networks were trained.
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

    /** What the file says under a name beside the network, or empty. */
    String property(String name) throws OrtException {
        return session.getMetadata().getCustomMetadataValue(name).orElse("");
    }
}
