"""Runs one server for a test: usage: serve.py OPEN INNER COMMAND...

OPEN are the ports of the test, INNER the internal ports of the server, separated by commas; "-" is
none. If a port is taken, nothing starts and a sentence names it. The server never outlives the
test: it ends with standard input and with this program.

A server with inner ports listens on every interface and writes to system folders. It therefore gets
its own network with only a loopback interface; this program listens on the open ports on loopback
and forwards connections. Files for the system folders go to the working folder. If the system
forbids that, the server runs as it is, and a line in the log says so.
"""

import contextlib
import ctypes
import errno
import os
import signal
import socket
import struct
import subprocess
import sys
import threading

RUN_FOLDERS = ("/run/milvus", "/tmp/milvus")

CLONE_NEWNS = 0x00020000
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
PR_SET_PDEATHSIG = 1
SIOCSIFFLAGS = 0x8914
IFF_UP = 1
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000


def main(open_ports, inner_ports, command):
    alone = bool(inner_ports) and may_be_alone()
    checked = open_ports if alone else open_ports + inner_ports
    listeners = [listen("127.0.0.1" if alone or not inner_ports else "", port) for port in checked]
    if alone:
        be_alone()
    else:
        for listener in listeners:
            listener.close()
        if inner_ports:
            print("serve.py: no network of its own: the server listens on every interface", flush=True)

    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=end_with_parent)
    threading.Thread(target=end_with_input, args=(server,), daemon=True).start()
    if alone:
        for listener, port in zip(listeners, open_ports):
            threading.Thread(target=pass_on, args=(listener, port), daemon=True).start()
    return server.wait()


def listen(host, port):
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as failure:
        if failure.errno == errno.EADDRINUSE:
            sys.exit(f"serve.py: port {port} is taken by another program")
        raise
    return listener


def may_be_alone():
    """Tries it in a child process, because it cannot be undone."""
    if not sys.platform.startswith("linux"):
        return False
    child = os.fork()
    if child == 0:
        try:
            be_alone()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def be_alone():
    """Moves this program into a network with only a loopback interface, and hides run folders."""
    import fcntl

    user, group = os.geteuid(), os.getegid()
    call("unshare", CLONE_NEWNET | CLONE_NEWNS | (CLONE_NEWUSER if user else 0))
    if user:
        for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{file}", "w", encoding="ascii") as map_file:
                map_file.write(text)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
    call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    for folder in ("run", *RUN_FOLDERS):
        with contextlib.suppress(PermissionError):
            os.makedirs(folder, exist_ok=True)
    for folder in filter(os.path.isdir, RUN_FOLDERS):
        call("mount", b"run", folder.encode(), None, MS_BIND, None)


def call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def end_with_parent():
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def end_with_input(server):
    while os.read(0, 4096):
        pass
    server.kill()


def pass_on(listener, port):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=connect, args=(client, port), daemon=True).start()


def connect(client, port):
    try:
        server = socket.create_connection(("127.0.0.1", port))
    except OSError:
        client.close()
        return
    for end in (client, server):
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=copy, args=(client, server), daemon=True).start()
    copy(server, client)


def copy(source, target):
    try:
        while data := source.recv(1 << 18):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def ports(text):
    return [] if text == "-" else [int(port) for port in text.split(",")]


if __name__ == "__main__":
    sys.exit(main(ports(sys.argv[1]), ports(sys.argv[2]), sys.argv[3:]))
