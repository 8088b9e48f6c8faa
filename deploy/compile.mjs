/** Compiles a folder of Python with the Python of browsers: node compile.mjs FOLDER ARCHIVE. */
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, archive] = process.argv.slice(2).map((path) => resolve(path))
const { loadPyodide } = await import(pathToFileURL(resolve('node_modules/pyodide/pyodide.mjs')).href)
const python = await loadPyodide()
python.mountNodeFS('/from', folder)
python.mountNodeFS('/to', dirname(archive))
python.globals.set('archive', `/to/${basename(archive)}`)
python.runPython(`
import compileall, shutil, zipfile
from pathlib import Path

shutil.copytree("/from", "/made")
compiled = compileall.compile_dir("/made", quiet=1, legacy=True, optimize=2, stripdir="/made")
assert compiled, "not all of it could be compiled"
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
    for path in sorted(Path("/made").rglob("*")):
        if path.is_file() and path.suffix not in (".py", ".pyi"):
            packed.write(path, path.relative_to("/made"))
`)
process.exit(0)
