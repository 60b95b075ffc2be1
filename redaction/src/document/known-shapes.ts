/**
 * Shapes of characters in common fonts, read and confirmed when they were learned (`npm run shapes:learn`). Characters
 * that look like one of them need no reading to be confirmed.
 */
import { readFileSync } from 'node:fs'
import { grid, type Shape, type ShapesByCharacter } from './text-layer-shapes.ts'

const file = new URL('../../models/known-shapes.bin', import.meta.url)
const cells = grid.width * grid.height
// Two bytes for the character, two for the aspect, one for each cell of the grid.
const aspectAt = 2
const gridAt = 4
const recordBytes = gridAt + cells
const aspectScale = 1000
const full = 255

let known: ShapesByCharacter | undefined

/** What the engine knows, read from its file at the first call. */
export function knownShapes(): ShapesByCharacter {
  known ??= decodeShapes(readFileSync(file))
  return known
}

export function decodeShapes(bytes: Buffer): ShapesByCharacter {
  const shapes = new Map<string, Shape[]>()
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const character = String.fromCharCode(bytes.readUInt16LE(at))
    const values = new Float32Array(cells)
    for (let i = 0; i < cells; i++) values[i] = (bytes[at + gridAt + i] as number) / full
    const shape = { aspect: bytes.readUInt16LE(at + aspectAt) / aspectScale, grid: values, isProved: true }
    const others = shapes.get(character)
    if (others) others.push(shape)
    else shapes.set(character, [shape])
  }
  return shapes
}

export function encodeShapes(shapes: ShapesByCharacter): Buffer {
  const records = [...shapes].flatMap(([character, all]) =>
    all.map(({ aspect, grid: values }) => {
      const record = Buffer.alloc(recordBytes)
      record.writeUInt16LE(character.charCodeAt(0))
      record.writeUInt16LE(Math.round(aspect * aspectScale), aspectAt)
      values.forEach((value, i) => {
        record[gridAt + i] = Math.round(value * full)
      })
      return record
    }),
  )
  return Buffer.concat(records)
}
