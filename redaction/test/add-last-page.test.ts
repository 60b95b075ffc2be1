import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { addLastPage } from '../src/form/add-last-page.ts'
import { madeUpForms } from './forms/made-up-forms.ts'

const [form] = await madeUpForms()
const page = {
  title: 'How it was signed',
  rows: [{ label: 'Signed by', text: 'Dana Whitfield' }],
  closing: 'Sealed.',
}

test('adds a page and keeps every byte that was there', async () => {
  const blank = form?.blank as Uint8Array
  const before = (await PDFDocument.load(blank)).getPageCount()
  const added = await addLastPage(blank, page)
  expect(Buffer.from(added.subarray(0, blank.length)).equals(Buffer.from(blank))).toBe(true)
  expect((await PDFDocument.load(added)).getPageCount()).toBe(before + 1)
})

test('goes on to another page when there is more to say than fits, and breaks long words', async () => {
  const blank = form?.blank as Uint8Array
  const before = (await PDFDocument.load(blank)).getPageCount()
  const rows = Array.from({ length: 60 }, () => ({ label: 'Hash', text: 'a'.repeat(200) }))
  const added = await addLastPage(blank, { ...page, rows })
  expect((await PDFDocument.load(added)).getPageCount()).toBeGreaterThan(before + 1)
})
