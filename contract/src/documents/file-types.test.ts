import { expect, test } from 'vitest'
import { detectFileType, fileHeadBytes, wrongTypeRefusal } from './file-types.ts'

const text = (words: string) => new TextEncoder().encode(words)
const mark = '%PDF-1.7'

test.each([
  ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
  ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'image/png'],
  ['a PDF', text(mark), 'application/pdf'],
  ['a PDF after other bytes', text(`${' '.repeat(900)}${mark}`), 'application/pdf'],
  ['a PDF that begins too late', text(`${' '.repeat(fileHeadBytes - 4)}${mark}`), undefined],
  ['half a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), undefined],
  ['HTML', text('<html>'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('%s', (_, bytes, type) => {
  expect(detectFileType(bytes)).toBe(type)
})

test.each([
  ['page.pdf', 'not-a-pdf'],
  ['PAGE.PDF', 'not-a-pdf'],
  ['photo.jpeg', 'not-a-picture'],
  ['photo.png', 'not-a-picture'],
  ['notes.txt', 'wrong-type'],
  ['pdf', 'wrong-type'],
])('a file of unknown type named %s is refused as %s', (name, code) => {
  expect(wrongTypeRefusal(name)).toBe(code)
})
