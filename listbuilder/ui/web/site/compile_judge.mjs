// Compile sources.zip to compiled.zip in the folder named first, with the runtime that lies there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
// Without debug ranges, which only tracebacks use, bytecode is a quarter smaller.
const python = await loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1", HOME: "/home/pyodide" } });
python.FS.writeFile("/sources.zip", readFileSync(join(folder, "sources.zip")));
python.runPython(`
import marshal, zipfile
from importlib.util import MAGIC_NUMBER

# One date for all, so that the same sources give the same bytes.
DATE = (1980, 1, 1, 0, 0, 0)
with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/compiled.zip", "w") as made:
    for name in sources.namelist():
        body = sources.read(name)
        if name.endswith(".py"):
            # Docstrings are a tenth of it; the runtime's own modules may ask for theirs.
            level = 0 if name.startswith(("pyodide/", "_pyodide/")) else 2
            code = compile(body, name, "exec", dont_inherit=True, optimize=level)
            name, body = name + "c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
        # Stored, and gzipped as a whole later: an eighth smaller than packing each module by itself.
        made.writestr(zipfile.ZipInfo(name, DATE), body)
`);
writeFileSync(join(folder, "compiled.zip"), python.FS.readFile("/compiled.zip"));
