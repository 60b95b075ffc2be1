/**
 * Reads a ZIP file as strictly as our own writer writes it, in a browser or in Node: files one after the other from the
 * first byte on, then their list, then its end. Whatever else is in it is refused, so nothing can be hidden.
 */

export class BinderError extends Error {}

export interface ZipSource {
  sizeBytes: number
  read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

export interface ZippedFile {
  path: string
  sizeBytes: number
  isCompressed: boolean
  start: number
  compressedBytes: number
}

interface Listed extends ZippedFile {
  hasDescriptor: boolean
  isLarge: boolean
  headerStart: number
}

type Sizes = Pick<Listed, 'sizeBytes' | 'compressedBytes' | 'headerStart'>

const end = { signature: 0x06054b50, bytes: 22, commentMost: 0xffff } as const
const largeEnd = { signature: 0x06064b50, bytes: 56, locator: 0x07064b50, locatorBytes: 20 } as const
const listed = { signature: 0x02014b50, bytes: 46 } as const
const header = { signature: 0x04034b50, bytes: 30 } as const
/** What stands after a file that was streamed: a mark, its checksum and its sizes, which are longer in a large file. */
const descriptorBytes = { usual: 16, large: 24 } as const
const large = 0xffffffff
const manyFiles = 0xffff
/** The only more that a line of the list may have: the sizes of a large file, and the time. */
const largeSizesField = { id: 1, bytes: 24 } as const
const timeField = { id: 0x5455, bytes: 5 } as const

const notZip = () => new BinderError('This isn’t a readable ZIP file.')
const damaged = () => new BinderError('The ZIP file is damaged.')

export async function readZip(source: ZipSource): Promise<Map<string, ZippedFile>> {
  const { count, start, length, endsAt } = await readEnd(source)
  const listedFiles = readList(await source.read(start, length), count)
  const files = new Map<string, ZippedFile>()
  let expected = 0
  for (const file of listedFiles) {
    if (files.has(file.path)) throw new BinderError(`${file.path}: this file is in the ZIP twice.`)
    if (file.headerStart !== expected) {
      throw new BinderError(`${file.path}: there are bytes before this file that belong to no file.`)
    }
    const dataStart = await readHeader(source, file)
    const descriptor = file.hasDescriptor ? descriptorBytes[file.isLarge ? 'large' : 'usual'] : 0
    expected = dataStart + file.compressedBytes + descriptor
    const { path, sizeBytes, isCompressed, compressedBytes } = file
    files.set(path, { path, sizeBytes, isCompressed, compressedBytes, start: dataStart })
  }
  if (start !== expected || start + length !== endsAt) {
    throw new BinderError('There are bytes before or after the ZIP’s list of files that belong to no file.')
  }
  return files
}

/** Where the list of files is, and where it has to end. */
async function readEnd(source: ZipSource) {
  const { sizeBytes } = source
  if (sizeBytes < end.bytes) throw notZip()
  const last = viewOf(await source.read(sizeBytes - end.bytes, end.bytes))
  if (last.getUint32(0, true) !== end.signature || last.getUint16(20, true) !== 0) {
    throw (await hasEarlierEnd(source))
      ? new BinderError('The ZIP file has a comment, which the signature doesn’t cover.')
      : notZip()
  }
  const usual = {
    count: last.getUint16(10, true),
    length: last.getUint32(12, true),
    start: last.getUint32(16, true),
    endsAt: sizeBytes - end.bytes,
  }
  const isLarge = usual.count === manyFiles || usual.length === large || usual.start === large
  const found = isLarge ? await readLargeEnd(source) : usual
  if (found.start + found.length > sizeBytes) throw damaged()
  return found
}

async function readLargeEnd({ sizeBytes, read }: ZipSource) {
  const endsAt = sizeBytes - end.bytes - largeEnd.locatorBytes - largeEnd.bytes
  if (endsAt < 0) throw damaged()
  const more = viewOf(await read(endsAt, largeEnd.bytes + largeEnd.locatorBytes))
  const isGood =
    more.getUint32(0, true) === largeEnd.signature &&
    more.getUint32(largeEnd.bytes, true) === largeEnd.locator &&
    Number(more.getBigUint64(largeEnd.bytes + 8, true)) === endsAt
  if (!isGood) throw damaged()
  return {
    count: Number(more.getBigUint64(32, true)),
    length: Number(more.getBigUint64(40, true)),
    start: Number(more.getBigUint64(48, true)),
    endsAt,
  }
}

async function hasEarlierEnd({ sizeBytes, read }: ZipSource): Promise<boolean> {
  const start = Math.max(sizeBytes - end.bytes - end.commentMost, 0)
  const view = viewOf(await read(start, sizeBytes - start))
  for (let at = 0; at + end.bytes <= view.byteLength; at += 1) {
    if (view.getUint32(at, true) === end.signature) return true
  }
  return false
}

function readList(bytes: Uint8Array, count: number): Listed[] {
  const view = viewOf(bytes)
  const files: Listed[] = []
  let at = 0
  while (files.length < count) {
    if (at + listed.bytes > bytes.length || view.getUint32(at, true) !== listed.signature) throw damaged()
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    )
    const nameStart = at + listed.bytes
    const extraStart = nameStart + (nameBytes ?? 0)
    const next = extraStart + (extraBytes ?? 0) + (commentBytes ?? 0)
    if (next > bytes.length) throw damaged()
    const path = textOf(bytes.subarray(nameStart, extraStart))
    const sizes = {
      sizeBytes: view.getUint32(at + 24, true),
      compressedBytes: view.getUint32(at + 20, true),
      headerStart: view.getUint32(at + 42, true),
    }
    const isLarge = Object.values(sizes).includes(large)
    const extra = new DataView(bytes.buffer, bytes.byteOffset + extraStart, extraBytes)
    const largeSizes = readExtra(extra, isLarge)
    if (commentBytes !== 0 || largeSizes === 'more') {
      throw new BinderError(`${path}: something was added beside this file.`)
    }
    const method = view.getUint16(at + 10, true)
    if (method !== 0 && method !== 8) throw new BinderError(`${path}: this file is packed in an unknown way.`)
    const hasDescriptor = (view.getUint16(at + 8, true) & 8) !== 0
    files.push({
      path,
      isCompressed: method === 8,
      start: 0,
      hasDescriptor,
      isLarge,
      ...sizes,
      ...largeSizes,
    })
    at = next
  }
  if (at !== bytes.length) throw damaged()
  return files
}

function readExtra(view: DataView, isLarge: boolean): Partial<Sizes> | 'more' {
  let sizes: Sizes | undefined
  for (let at = 0; at < view.byteLength; ) {
    if (at + 4 > view.byteLength) return 'more'
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const start = at + 4
    if (start + length > view.byteLength) return 'more'
    if (id === largeSizesField.id && length === largeSizesField.bytes && isLarge && !sizes) {
      const [sizeBytes, compressedBytes, headerStart] = [0, 8, 16].map((field) =>
        Number(view.getBigUint64(start + field, true)),
      )
      sizes = {
        sizeBytes: sizeBytes ?? 0,
        compressedBytes: compressedBytes ?? 0,
        headerStart: headerStart ?? 0,
      }
    } else if (id !== timeField.id || length !== timeField.bytes) return 'more'
    at = start + length
  }
  return sizes ?? {}
}

/** Returns where the file's contents begin. */
async function readHeader({ read, sizeBytes }: ZipSource, { path, headerStart }: Listed): Promise<number> {
  const damagedFile = new BinderError(`${path}: this file is damaged.`)
  if (headerStart + header.bytes > sizeBytes) throw damagedFile
  const fixed = viewOf(await read(headerStart, header.bytes))
  if (fixed.getUint32(0, true) !== header.signature) throw damagedFile
  const nameBytes = fixed.getUint16(26, true)
  const name = textOf(await read(headerStart + header.bytes, nameBytes))
  if (name !== path) throw new BinderError(`${path}: this file has another name inside the ZIP.`)
  if (fixed.getUint16(28, true) !== 0) throw new BinderError(`${path}: something was added beside this file.`)
  return headerStart + header.bytes + nameBytes
}

const largestBytes = 1024 ** 3

/** The whole file. One that unpacks to more than its list says is refused before it fills the memory. */
export async function unzip(
  source: ZipSource,
  { path, sizeBytes, isCompressed, start, compressedBytes }: ZippedFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const damagedFile = new BinderError(`${path}: this file is damaged.`)
  if (start + compressedBytes > source.sizeBytes) throw damagedFile
  const packed = await source.read(start, compressedBytes)
  if (!isCompressed) return packed
  if (sizeBytes > largestBytes) throw new BinderError(`${path}: this file is too large.`)
  const unpacked = new Uint8Array(sizeBytes)
  let length = 0
  try {
    const unpacking = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const reader = unpacking.getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      unpacked.set(piece.value, length)
      length += piece.value.length
    }
  } catch {
    throw damagedFile
  }
  if (length !== sizeBytes) throw damagedFile
  return unpacked
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
