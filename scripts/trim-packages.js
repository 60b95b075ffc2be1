// Runs after `npm ci` and `npm install`, on the folder it is given. Removes what packages bring along and no program here
// ever opens: the libraries of other systems, the headers for compiling add-ons, and source maps. Plain JavaScript,
// because it runs in the Node that installs, which may be older than the one that is installed.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const modules = process.argv[2] ?? 'node_modules'

for (const target of [...foreignLibraries(), ...headers(), ...sourceMaps()]) {
  try {
    rmSync(target, { recursive: true, force: true })
  } catch (error) {
    // It only takes space.
    console.warn(`${target} isn’t needed, but couldn’t be removed: ${error.message}`)
  }
}

/** ONNX Runtime comes with the libraries of every system it supports. */
function foreignLibraries() {
  const libraries = path.join(modules, 'onnxruntime-node', 'bin')
  const folders = namesIn(libraries)
    .flatMap((version) => namesIn(libraries, version).map((system) => [version, system]))
    .flatMap(([version, system]) =>
      namesIn(libraries, version, system).map((processor) => [version, system, processor]),
    )
  const isOurs = ([, system, processor]) => system === process.platform && processor === process.arch
  // On a system that it doesn't support, its own error is clearer than that of a missing folder.
  if (!folders.some(isOurs)) return []
  return folders.filter((names) => !isOurs(names)).map((names) => path.join(libraries, ...names))
}

/** The package `node` keeps the program in a package of its own, together with headers half its size. */
function headers() {
  const inner = path.join(modules, 'node', 'node_modules')
  return namesIn(inner).map((name) => path.join(inner, name, 'include', 'node'))
}

function sourceMaps() {
  return readdirSync(modules, { recursive: true })
    .filter((name) => /\.([cm]?[jt]s|css)\.map$/.test(name))
    .map((name) => path.join(modules, name))
}

function namesIn(...parts) {
  const folder = path.join(...parts)
  return existsSync(folder) ? readdirSync(folder) : []
}
