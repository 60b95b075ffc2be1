/** What a run of the benchmark keeps for the next one; may be removed at any time. */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { deflateSync, inflateSync } from 'node:zlib'
import type { Line, TextReader } from '@exempta/redaction'
import { onnxReader } from '../../redaction/src/reader/onnx-reader.ts'

const root = new URL('../../', import.meta.url)
const isTest = /\.test\.ts$/

/** A folder that belongs to one state of the named sources: when one of them changes it is another folder. */
function cacheFolder(name: string, sources: readonly string[]): URL {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, new URL(source, root))
  const folder = new URL(`.cache/redaction-bench/${name}-${hash.digest('hex').slice(0, 16)}/`, root)
  mkdirSync(folder, { recursive: true })
  return folder
}

function addTo(hash: ReturnType<typeof createHash>, url: URL): void {
  if (statSync(url).isDirectory()) {
    for (const entry of readdirSync(fileURLToPath(url)).sort()) addTo(hash, new URL(`${url.href}/${entry}`))
  } else if (!isTest.test(url.pathname))
    hash.update(url.pathname.slice(root.pathname.length)).update(readFileSync(url))
}

export const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 32)
}

const sources = ['redaction/src/reader', 'redaction/src/geometry', 'redaction/models']

type Picture = Parameters<TextReader['read']>[0]

let folder: URL | undefined

/** The product's reader, which reads the same picture once: after a change of rules alone nothing is read again. */
export const cachedReader: TextReader = {
  read(picture, options) {
    const { signal: _, ...asked } = options
    return kept(picture, asked, () => onnxReader.read(picture, options))
  },
  readLines(picture, places, options = {}) {
    const { signal: _, ...asked } = options
    return kept(
      picture,
      { places, ...asked },
      async () => (await onnxReader.readLines?.(picture, places, options)) ?? [],
    )
  },
}

async function kept(picture: Picture, asked: object, read: () => Promise<Line[]>): Promise<Line[]> {
  const { width, height, pixels } = picture
  folder ??= cacheFolder('readings', sources)
  const file = new URL(hashOf(JSON.stringify({ width, height, ...asked }), pixels), folder)
  if (existsSync(file)) return deserialize(inflateSync(readFileSync(file)))
  const lines = await read()
  const unfinished = new URL(`${file.href}.${process.pid}`)
  writeFileSync(unfinished, deflateSync(serialize(lines), { level: 3 }))
  renameSync(unfinished, file)
  return lines
}

/** Results of one state of the engine, a line for each file, so that a run that was stopped goes on where it was. */
export function openResultLog<Result>(name: string, judges: readonly string[]) {
  const file = new URL(
    `${name}.jsonl`,
    cacheFolder('results', ['redaction/src', 'redaction/models', ...judges]),
  )
  const known = new Map<string, Result>()
  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      // The last line may have been cut off.
      if (!line.endsWith('}')) continue
      const { key, result } = JSON.parse(line) as { key: string; result: Result }
      known.set(key, result)
    }
  }
  return {
    get: (key: string) => known.get(key),
    add(key: string, result: Result) {
      known.set(key, result)
      appendFileSync(file, `\n${JSON.stringify({ key, result })}`)
    },
  }
}

/** Keeps drawn files and what is known of them: each is drawn once for each state of the program that draws. */
export function openSampleCache(name: string, sources: readonly string[]) {
  const folder = cacheFolder(name, sources)
  return async <Sample extends { bytes: Uint8Array }>(
    id: string,
    draw: () => Promise<Sample>,
  ): Promise<Sample> => {
    const at = (ending: string) => new URL(`${id}.${ending}`, folder)
    if (!existsSync(at('json'))) {
      const { bytes, ...rest } = await draw()
      writeFileSync(at('bin'), bytes)
      // Last, and at once: with this file there, the sample is whole.
      writeFileSync(at(`${process.pid}`), JSON.stringify(rest))
      renameSync(at(`${process.pid}`), at('json'))
    }
    return { ...JSON.parse(readFileSync(at('json'), 'utf8')), bytes: readFileSync(at('bin')) }
  }
}

export const cachedSample = openSampleCache('drawn', ['redaction/corpus', 'redaction/test/draw-pdf.ts'])
