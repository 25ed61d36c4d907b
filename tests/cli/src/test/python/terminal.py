"""Runs a command in a pseudo-terminal: terminal.py ROWS COLUMNS COMMAND...

Standard input is typed into the terminal, its screen goes to standard output, and the end of
standard input closes it. The last line has the exit status and says if the terminal was restored.
"""

import fcntl
import os
import select
import signal
import struct
import sys
import termios

SIZE_AT_FIRST = struct.pack("HHHH", int(sys.argv[1]), int(sys.argv[2]), 0, 0)


def state(descriptor):
    return termios.tcgetattr(descriptor), fcntl.ioctl(descriptor, termios.TIOCGWINSZ, bytes(8))


def say(text):
    os.write(1, text)


terminal, program = os.openpty()
fcntl.ioctl(program, termios.TIOCSWINSZ, SIZE_AT_FIRST)
before = state(program)
child = os.fork()
if child == 0:
    # Background jobs ignore Ctrl-C, jobs under nohup a closed terminal, and their children inherit
    # that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(program, termios.TIOCSCTTY, 0)
    for standard in range(3):
        os.dup2(program, standard)
    os.close(terminal)
    os.execvp(sys.argv[3], sys.argv[3:])
say(b"process %d\n" % child)
closed = False
ended = 0
while not ended:
    ready, _, _ = select.select([] if closed else [terminal, 0], [], [], 0.02)
    if terminal in ready:
        say(os.read(terminal, 65536))
    elif 0 in ready:
        typed = os.read(0, 65536)
        if typed:
            os.write(terminal, typed)
        else:
            os.close(terminal)
            closed = True
    else:
        ended, status = os.waitpid(child, os.WNOHANG)
code = os.waitstatus_to_exitcode(status)
left = "closed" if closed else "as it was" if state(program) == before else "changed"
say(b"\nended with %d, the terminal is %s\n" % (code, left.encode()))
