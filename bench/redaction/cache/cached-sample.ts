import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cacheFolder } from './cache-folder.ts'

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

export const cachedSample = openSampleCache('drawn', [
  'redaction/corpus',
  'bench/redaction/pdf/pdf-sample.ts',
  'redaction/test/draw-pdf.ts',
])
