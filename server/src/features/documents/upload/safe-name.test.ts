import { expect, test } from 'vitest'
import { safeName } from './safe-name.ts'

test.each([
  ['form.pdf', 'form.pdf'],
  ['photo.JPG', 'photo.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\tax\\W-9.pdf', 'W-9.pdf'],
  ['two\nlines\r.pdf', 'twolines.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
  ['👩‍👩‍👧 family.pdf', '👩👩👧 family.pdf'],
  ['...', 'Document.pdf'],
  ['', 'Document.pdf'],
  ['.pdf', 'Document.pdf'],
  ['a\ud800b.pdf', 'a\ufffdb.pdf'],
  ['form.v2', 'form.v2.pdf'],
  ['card 4111 1111 1111 1111.pdf', 'card •••• •••• •••• 1111.pdf'],
] as const)('%j is shown as %j', (untrusted, expected) => {
  expect(safeName(untrusted, 'application/pdf')).toBe(expected)
})

test('long names are cut and keep their extension', () => {
  const name = safeName(`${'ä'.repeat(300)}.jpeg`, 'image/jpeg')
  expect([...name]).toHaveLength(200)
  expect(name.endsWith('ä.jpeg')).toBe(true)
})
