import { readFile } from 'node:fs/promises'
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer'

let writer: Promise<unknown> | undefined

// The package would fetch its program from the network otherwise.
async function loadWriter() {
  const file = new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))
  const { buffer, byteOffset, byteLength } = await readFile(file)
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** A barcode as a picture in the PNG format, and the dark modules side by side in each of its rows. */
export async function drawBarcode(text: string, options: WriterOptions) {
  writer ??= loadWriter()
  await writer
  const { image, symbol, error } = await writeBarcode(text, options)
  if (!image) throw new Error(error)
  const { data, width, height } = symbol
  const isDark = (row: number, column: number) =>
    column < width && (data[row * width + column] as number) <= 127
  const bars: { row: number; from: number; length: number }[] = []
  for (let row = 0; row < height; row++) {
    for (let from = 0; from < width; from++) {
      let end = from
      while (isDark(row, end)) end++
      if (end > from) bars.push({ row, from, length: end - from })
      from = end
    }
  }
  return { png: Buffer.from(await image.arrayBuffer()), width, height, bars }
}
