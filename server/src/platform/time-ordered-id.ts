import { randomBytes } from 'node:crypto'

/** A version 7 UUID: begins with the time, so that rows made together lie together in an index. */
export function timeOrderedId(at: Date): string {
  const time = timeOf(at)
  const random = randomBytes(10)
  random.writeUInt8((random.readUInt8(0) & 0x0f) | 0x70, 0)
  random.writeUInt8((random.readUInt8(2) & 0x3f) | 0x80, 2)
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`
}

/** Comes before every such id of this time, and after those of any earlier one. */
export function earliestIdOf(at: Date): string {
  const time = timeOf(at)
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

const timeOf = (at: Date) => at.getTime().toString(16).padStart(12, '0')
