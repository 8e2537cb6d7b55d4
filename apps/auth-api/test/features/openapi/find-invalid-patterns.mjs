// Reads a JSON array of patterns from stdin and writes those that Python's `re` refuses. Pyodide is Python as WebAssembly.
import { text } from 'node:stream/consumers';
import { loadPyodide } from 'pyodide';

const python = await loadPyodide();
const isInvalid = python.runPython(`
import re
def is_invalid(pattern):
    try:
        re.compile(pattern)
    except re.error:
        return True
    return False
is_invalid`);
process.stdout.write(JSON.stringify(JSON.parse(await text(process.stdin)).filter((pattern) => isInvalid(pattern))));
