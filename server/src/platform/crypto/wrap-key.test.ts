import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TamperedFileError } from './errors.ts'
import { formatMasterKey, generateMasterKey, masterKey, parseMasterKey } from './master-key.ts'
import { generateFileKey, unwrapKey, wrapKey } from './wrap-key.ts'

const master = generateMasterKey()
const file = { documentId: randomUUID(), rendition: 'redacted', version: 3 }
const fileKey = generateFileKey()

describe('a wrapped key', () => {
  test('opens with its master key and for its file', () => {
    expect(unwrapKey(master, wrapKey(master, fileKey, file), file).equals(fileKey)).toBe(true)
  })

  test('never looks the same twice', () => {
    expect(wrapKey(master, fileKey, file).equals(wrapKey(master, fileKey, file))).toBe(false)
  })

  test.each([
    ['document', { ...file, documentId: randomUUID() }],
    ['rendition', { ...file, rendition: 'original' }],
    ['version', { ...file, version: 2 }],
  ])('does not open for another %s', (_name, other) => {
    const wrapped = wrapKey(master, fileKey, file)
    expect(() => unwrapKey(master, wrapped, other)).toThrow(TamperedFileError)
  })

  test('does not open with another master key', () => {
    const wrapped = wrapKey(master, fileKey, file)
    expect(() => unwrapKey(generateMasterKey(), wrapped, file)).toThrow(TamperedFileError)
    expect(() => unwrapKey({ ...master, id: generateMasterKey().id }, wrapped, file)).toThrow(
      TamperedFileError,
    )
  })

  test('does not open with any byte changed, missing or added', () => {
    const wrapped = wrapKey(master, fileKey, file)
    for (let at = 0; at < wrapped.length; at++) {
      const flipped = Buffer.from(wrapped)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x80, at)
      expect(() => unwrapKey(master, flipped, file), `byte ${at}`).toThrow(TamperedFileError)
    }
    expect(() => unwrapKey(master, wrapped.subarray(1), file)).toThrow(TamperedFileError)
    expect(() => unwrapKey(master, Buffer.concat([wrapped, Buffer.alloc(1)]), file)).toThrow(
      TamperedFileError,
    )
  })
})

describe('a master key', () => {
  test('survives its text form, with the same id', () => {
    const read = parseMasterKey(formatMasterKey(master))
    expect(read.id).toBe(master.id)
    expect(read.secret.equals(master.secret)).toBe(true)
  })

  test('has 32 bytes', () => {
    expect(() => masterKey(Buffer.alloc(16))).toThrow(TypeError)
  })

  test('does not show itself when printed', () => {
    expect(JSON.stringify(master)).not.toContain(formatMasterKey(master).slice(0, 10))
  })
})
