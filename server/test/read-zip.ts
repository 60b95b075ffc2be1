import { buffer } from 'node:stream/consumers'
import { fromBuffer, type ZipFile } from 'yauzl'

/** Every file in a ZIP by its path, read by another library than the one that writes them. */
export async function readZip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    )
  })
  const files: Record<string, string> = {}
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files[entry.fileName] = (await buffer(stream)).toString()
        zip.readEntry()
      })
    })
    zip.readEntry()
  })
  return files
}
