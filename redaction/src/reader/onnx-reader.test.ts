import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Picture } from '../picture/picture.ts'
import { onnxReader } from './onnx-reader.ts'

const form = await readFile(new URL('../../golden/form-5023.jpg', import.meta.url))

async function partOf(top: number): Promise<Picture> {
  const { data, info } = await sharp(form)
    .extract({ left: 0, top, width: 850, height: 300 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

const options = { detectionSide: 640 }
const textOf = async (picture: Picture) =>
  (await onnxReader.read(picture, options)).map(({ text }) => text).join('\n')

test('pictures read at the same time are not mixed up', async () => {
  const [first, second] = [await partOf(0), await partOf(400)]
  const apart = [await textOf(first), await textOf(second)]
  expect(apart[0]).not.toBe(apart[1])
  expect(apart.filter((text) => text.split('\n').length <= 2)).toEqual([])
  expect(await Promise.all([textOf(first), textOf(second)])).toEqual(apart)
})

test('reading stops when aborted, and can start again', async () => {
  const picture = await partOf(0)
  const stop = new AbortController()
  const reading = onnxReader.read(picture, { ...options, signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
  expect(await textOf(picture)).not.toBe('')
})
