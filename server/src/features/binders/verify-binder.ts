/** Checks a binder without anything but the file itself: what is in it, whether it was changed, and who signed it. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { BinderCounts } from '@exempta/contract/binders'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'

export const manifestFormat = 'exempta-binder-1'
export const manifestPath = 'manifest.json'
export const signaturePath = 'manifest.sig'

const BinderManifest = z.object({
  format: z.literal(manifestFormat),
  business: z.string(),
  state: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  counts: BinderCounts,
  key: z.object({ id: z.uuid(), publicKey: z.base64() }),
  files: z.array(
    z.object({ path: z.string(), sizeBytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
export type BinderManifest = z.infer<typeof BinderManifest>

export class BinderError extends Error {}

/** Reads file after file and holds none of them. Throws a `BinderError` that says what is wrong. */
export async function verifyBinder(path: string, expectedKey?: string): Promise<BinderManifest> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((error: Error) => {
    throw new BinderError(`This isn’t a readable ZIP file: ${error.message}.`)
  })
  try {
    const entries = await readEntries(zip)
    const manifestText = await readSmall(zip, entries, manifestPath)
    const signature = await readSmall(zip, entries, signaturePath)
    const manifest = manifestOf(manifestText)
    requireSignature(manifest, manifestText, signature, expectedKey)
    await requireNothingBetween(path, zip, [...entries.values()])
    const listed = new Map(manifest.files.map((file) => [file.path, file]))
    for (const name of entries.keys()) {
      if (name !== manifestPath && name !== signaturePath && !listed.has(name)) {
        throw new BinderError(`${name}: this file was added. The manifest doesn’t list it.`)
      }
    }
    for (const file of manifest.files) await requireSame(zip, entries.get(file.path), file)
    return manifest
  } finally {
    zip.close()
  }
}

/** Short enough to read out over the phone. */
export const fingerprintOf = (publicKey: string): string =>
  (
    createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32).match(/.{4}/g) ??
    []
  ).join(' ')

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName))
        throw new BinderError(`${entry.fileName}: this file is in the ZIP twice.`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    if (error instanceof BinderError) throw error
    throw new BinderError(`The ZIP file is damaged: ${errorText(error)}.`)
  }
  return entries
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error))
const smallBytes = 64 * 1024 * 1024

async function readSmall(zip: ZipFile, entries: Map<string, Entry>, path: string): Promise<string> {
  const entry = entries.get(path)
  if (!entry) throw new BinderError(`${path}: this file is missing.`)
  if (entry.uncompressedSize > smallBytes) throw new BinderError(`${path}: this file is too large.`)
  try {
    return await text(await zip.openReadStreamPromise(entry))
  } catch (error) {
    throw new BinderError(`${path}: this file is damaged (${errorText(error)}).`)
  }
}

function manifestOf(json: string): BinderManifest {
  try {
    return BinderManifest.parse(JSON.parse(json))
  } catch {
    throw new BinderError(`${manifestPath}: this isn’t the manifest of an audit binder.`)
  }
}

/** What stands before the 32 bytes of an Ed25519 key in its standard form. */
const keyHeader = Buffer.from('302a300506032b6570032100', 'hex')
const keyBytes = 32

function requireSignature(
  { key }: BinderManifest,
  manifestText: string,
  signature: string,
  expectedKey: string | undefined,
): void {
  if (expectedKey !== undefined && expectedKey.trim() !== key.publicKey) {
    throw new BinderError(`${signaturePath}: another key signed this binder than the one you gave.`)
  }
  const raw = Buffer.from(key.publicKey, 'base64')
  const isGood =
    raw.length === keyBytes &&
    verify(
      null,
      Buffer.from(manifestText),
      createPublicKey({ key: Buffer.concat([keyHeader, raw]), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    )
  if (!isGood) throw new BinderError(`${signaturePath}: the signature doesn’t fit the manifest.`)
}

/** What stands after a file that was streamed: a mark, its checksum and its sizes, which are longer in a large file. */
const descriptorBytes = { usual: 16, large: 24 } as const
const large = 0xffffffff
/** The only more that a line of the directory may have: the sizes of a large file, and the time. */
const plainFields = new Map([
  [1, 28],
  [0x5455, 5],
])

/** Bytes that no program shows could still be read by one that looks for them. */
async function requireNothingBetween(path: string, zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  const sorted = [...entries].sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  let expected = 0
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader !== expected) {
      throw new BinderError(`${entry.fileName}: there are bytes before this file that belong to no file.`)
    }
    const header = await zip.readLocalFileHeaderPromise(entry).catch((error: unknown) => {
      throw new BinderError(`${entry.fileName}: this file is damaged (${errorText(error)}).`)
    })
    if (header.fileName.toString() !== entry.fileName) {
      throw new BinderError(`${entry.fileName}: this file has another name inside the ZIP.`)
    }
    const hasMore = entry.fileCommentLength > 0 || header.extraFieldLength > 0
    if (hasMore || entry.extraFields.some(({ id, data }) => data.length > (plainFields.get(id) ?? -1))) {
      throw new BinderError(`${entry.fileName}: something was added beside this file.`)
    }
    const isLarge = entry.compressedSize >= large || entry.uncompressedSize >= large
    const hasDescriptor = (entry.generalPurposeBitFlag & 8) !== 0
    const descriptor = hasDescriptor ? descriptorBytes[isLarge ? 'large' : 'usual'] : 0
    expected = header.fileDataStart + entry.compressedSize + descriptor
  }
  await requireOnlyDirectory(path, expected)
}

const endBytes = 22
const largeEndBytes = 56
const locatorBytes = 20

/** After the last file comes the list of files, and after that its end, without a comment. */
async function requireOnlyDirectory(path: string, filesEnd: number): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (position: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, Math.max(position, 0))).buffer
    const end = await read(size - endBytes, endBytes)
    if (end.readUInt32LE(0) !== 0x06054b50 || end.readUInt16LE(20) !== 0) {
      throw new BinderError('The ZIP file has a comment, which the signature doesn’t cover.')
    }
    const isLarge = end.readUInt32LE(16) === large || end.readUInt32LE(12) === large
    const largeEnd = size - endBytes - locatorBytes - largeEndBytes
    const more = isLarge ? await read(largeEnd, largeEndBytes) : undefined
    const start = more ? Number(more.readBigUInt64LE(48)) : end.readUInt32LE(16)
    const length = more ? Number(more.readBigUInt64LE(40)) : end.readUInt32LE(12)
    if (start !== filesEnd || start + length !== (isLarge ? largeEnd : size - endBytes)) {
      throw new BinderError('There are bytes before or after the ZIP’s list of files that belong to no file.')
    }
  } finally {
    await file.close()
  }
}

async function requireSame(
  zip: ZipFile,
  entry: Entry | undefined,
  { path, sizeBytes, sha256 }: BinderManifest['files'][number],
): Promise<void> {
  if (!entry) throw new BinderError(`${path}: this file is missing.`)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      hash.update(piece as Buffer)
      size += (piece as Buffer).length
    }
  } catch (error) {
    throw new BinderError(`${path}: this file is damaged (${errorText(error)}).`)
  }
  if (size !== sizeBytes || hash.digest('hex') !== sha256) {
    throw new BinderError(`${path}: this file was changed.`)
  }
}
