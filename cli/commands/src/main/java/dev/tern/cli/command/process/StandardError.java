package dev.tern.cli.command.process;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;

/**
 * The process's standard error. While it starts, the virtual machine prints a warning there about its vector module that
 * cannot be switched off; so the launcher starts it with standard error in a file, and the real one as another
 * descriptor, whose number it tells.
 *
 * <p>The descriptor itself is written to, whatever it is. Its file in {@code /dev/fd} is not the same: of a file on disk
 * opening it gives a second place to write at, from which what the shell's other commands print is overwritten, and a
 * socket, as programs in Node give it to those they start, cannot be opened at all.
 */
public final class StandardError {
    private static final String PROPERTY = "tern.stderr";

    private StandardError() {}

    public static OutputStream stream() {
        String number = System.getProperty(PROPERTY, "");
        return number.isEmpty() ? new FileOutputStream(FileDescriptor.err) : stream(Integer.parseInt(number));
    }

    private static OutputStream stream(int number) {
        try {
            // The launcher opens java.io for this: no public door leads to a descriptor that is inherited.
            Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            return new FileOutputStream(constructor.newInstance(number));
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return reopened(number);
        }
    }

    /** On a Java whose descriptors are made otherwise: right for terminals and pipes. */
    private static OutputStream reopened(int number) {
        try {
            return new FileOutputStream("/dev/fd/" + number, true);
        } catch (FileNotFoundException e) {
            return new FileOutputStream(FileDescriptor.err);
        }
    }
}
