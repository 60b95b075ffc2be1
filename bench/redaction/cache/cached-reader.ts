import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { deflateSync, inflateSync } from 'node:zlib'
import type { Line, TextReader } from '@exempta/redaction'
import { onnxReader } from '../../../redaction/src/reader/onnx-reader.ts'
import { cacheFolder, hashOf } from './cache-folder.ts'

const sources = ['redaction/src/reader', 'redaction/src/geometry', 'redaction/models']

type Picture = Parameters<TextReader['read']>[0]

let folder: URL | undefined

/** The product's reader, which reads the same picture once: after a change of rules alone nothing is read again. */
export const cachedReader: TextReader = {
  read(picture, options) {
    const { signal: _, ...asked } = options
    return kept(picture, asked, () => onnxReader.read(picture, options))
  },
  readLines(picture, places, signal) {
    return kept(
      picture,
      { places },
      async () => (await onnxReader.readLines?.(picture, places, signal)) ?? [],
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
