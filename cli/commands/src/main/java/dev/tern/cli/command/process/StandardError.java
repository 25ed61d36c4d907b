package dev.tern.cli.command.process;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;

/**
 * Opens the standard error of the process. At startup the virtual machine prints a warning about
 * its vector module to standard error, which cannot be turned off. So the launcher redirects
 * standard error to a file, and passes a descriptor number of the original stream in a system
 * property.
 *
 * <p>The descriptor itself is used: reopening {@code /dev/fd/N} would fail for a socket, which Node
 * passes to child processes, and would get an offset of its own in a file.
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
            // The launcher opens java.io for this: no public API makes a stream of a descriptor.
            Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            return new FileOutputStream(constructor.newInstance(number));
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return reopened(number);
        }
    }

    /** Opens the descriptor by its path, or the process's own stream if that fails. */
    private static OutputStream reopened(int number) {
        try {
            return new FileOutputStream("/dev/fd/" + number, true);
        } catch (FileNotFoundException e) {
            return new FileOutputStream(FileDescriptor.err);
        }
    }
}
