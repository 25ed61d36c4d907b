package dev.tern.cli;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.OutputStream;

/**
 * The process's standard error. While it starts, the virtual machine prints a warning there about its vector module that
 * cannot be switched off; so the launcher starts it with standard error in a file, and the real one as another
 * descriptor, whose number it tells.
 */
final class StandardError {
    private static final String PROPERTY = "tern.stderr";

    private StandardError() {}

    static OutputStream stream() {
        String number = System.getProperty(PROPERTY, "");
        if (number.isEmpty()) {
            return new FileOutputStream(FileDescriptor.err);
        }
        try {
            return new FileOutputStream("/dev/fd/" + number, true);
        } catch (FileNotFoundException e) {
            return new FileOutputStream(FileDescriptor.err);
        }
    }
}
