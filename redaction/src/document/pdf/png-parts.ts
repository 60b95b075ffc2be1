const signatureBytes = 8
const bitDepthAt = 24

/** What a PDF needs of a PNG with a palette: its packed rows go into the PDF as they are. */
export function pngParts(png: Buffer): { palette: Uint8Array; data: Uint8Array; bitDepth: number } {
  let palette: Uint8Array = new Uint8Array()
  const data: Uint8Array[] = []
  for (let at = signatureBytes; at < png.length; ) {
    const size = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + size)
    if (type === 'PLTE') palette = content
    if (type === 'IDAT') data.push(content)
    at += size + 12
  }
  return { palette, data: Buffer.concat(data), bitDepth: png.readUInt8(bitDepthAt) }
}
