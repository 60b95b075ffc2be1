import { randomBytes } from 'node:crypto'

/** A version 7 UUID: begins with the time, so that rows made together lie together in an index. */
export function timeOrderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const random = randomBytes(10)
  random.writeUInt8((random.readUInt8(0) & 0x0f) | 0x70, 0)
  random.writeUInt8((random.readUInt8(2) & 0x3f) | 0x80, 2)
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`
}
