"""Prints turbohtml's trees, for `cargo xtask extra compare differential`.

The script first writes the line "ready VERSION" or "missing REASON". For each line of standard input, a JSON object
{"html", "context"}, it writes a line of JSON: the tree in the suite's format.
"""

import json
import sys


def main():
    try:
        from importlib.metadata import version

        from turbohtml import _html
    except ImportError as error:
        print(f"missing {error}".replace("\n", " "), flush=True)
        return
    print(f"ready {version('turbohtml')}", flush=True)
    for line in sys.stdin.buffer:
        case = json.loads(line)
        if case["context"] is None:
            tree = _html._parse_tree(case["html"], False)
        else:
            tree = _html._parse_fragment(case["html"], case["context"], False)
        print(json.dumps(tree), flush=True)


main()
