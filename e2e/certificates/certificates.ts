/** Certificates for journeys, and the panel that shows what was read on them. */
import { existsSync, readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Document } from '@exempta/contract/documents'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { callAs } from '../accounts/people.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'

// Checkouts of a branch stand one folder deeper.
export const blank = ['../../../', '../../../../']
  .map((up) => new URL(`${up}shared/forms/ny-st-120.pdf`, import.meta.url))
  .find((file) => existsSync(file))

/** Uploads a file and waits until it is processed. */
export async function uploadCertificate(
  page: Page,
  app: JourneyApp,
  buffer: Buffer,
  name = 'certificate.pdf',
): Promise<string> {
  const answer = await page.request.post('/api/documents', {
    headers: { origin: app.url },
    multipart: { document: { name, mimeType: 'application/pdf', buffer } },
  })
  const { id } = (await answer.json()).files[0].document
  await expect
    .poll(async () => (await callAs<Document>(page, 'GET', `/api/documents/${id}`)).status, {
      timeout: 120_000,
    })
    .toBe('processed')
  return id
}

export const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'What we read' }) })

const usual = { seller: 'Summit Wholesale', purchaser: 'Prairie Wind Foods Co', number: '12-3456789' }

/** A complete resale certificate of New York. */
export async function filledCertificate(
  blank: URL | Buffer,
  { seller, purchaser, number } = usual,
): Promise<Buffer> {
  const document = await PDFDocument.load(blank instanceof URL ? readFileSync(blank) : blank)
  const page = document.getPage(0)
  const write = (text: string, left: number, bottom: number, size = 10) =>
    page.drawText(text, { x: left, y: page.getHeight() - bottom + 3, size })
  write(seller, 30, 104)
  write(purchaser, 312, 104)
  write('X', 291, 171, 16)
  write('groceries', 160, 281)
  write(number, 200, 352)
  write('Dana Whitfield, Owner', 30, 727)
  write('Dana Whitfield', 60, 751, 15)
  write('05/04/2026', 460, 751)
  return Buffer.from(await document.save())
}

/** Signs with the mouse where a signature can be drawn. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Draw your signature here' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no place to sign.')
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(0.05, 0.6))
  await page.mouse.down()
  for (const [x, y] of [
    [0.2, 0.1],
    [0.3, 0.9],
    [0.45, 0.2],
    [0.6, 0.8],
    [0.75, 0.2],
    [0.95, 0.6],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 4 })
  }
  await page.mouse.up()
}
