import { readFileSync } from 'node:fs'
import type { Business } from '@exempta/contract/businesses/administration'
import type { DocumentReading } from '@exempta/contract/certificates'
import type { Document } from '@exempta/contract/documents'
import type { Browser, Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere, ownerWithDocuments } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { st120Like } from '../fixtures/st-120-like.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { drawSignature, blank as realBlank } from './certificates.ts'

const test = testWith(() => startJourneyApp())

/** Sellers of their own, since both journeys may share an installation. */
interface Case {
  names: [string, string]
  blank: Buffer
}

/** An administrator adds the blank to the library, and the two sellers. */
async function prepare(browser: Browser, app: JourneyApp, { names, blank }: Case): Promise<void> {
  const { page, context } = await elsewhere(browser, app)
  await enter(page, administrator, '/admin/forms')
  await expect(page.getByRole('button', { name: 'Upload a blank form' })).toBeVisible()
  await expectSoundLook(page)
  await page
    .getByLabel('Blank form', { exact: true })
    .setInputFiles({ name: 'blank.pdf', mimeType: 'application/pdf', buffer: blank })
  const fields = page.getByRole('dialog', { name: 'ST-120, Resale Certificate' })
  await expect(fields).toBeVisible({ timeout: 120_000 })
  await expect(fields.getByRole('img', { name: 'Page 1 of ST-120 with its fields' })).toBeVisible()
  await expectSoundLook(page)
  await fields.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Blank forms' })).toContainText('read all of them back')
  await expectSoundLook(page)
  for (const name of names) {
    const business = { name, email: 'business@lakeside.example', phone: null, website: null, address: null }
    await callAs<Business>(page, 'POST', '/api/admin/businesses', { ...business, taxId: null, type: null })
  }
  await context.close()
}

async function confirmAs(page: Page, id: string): Promise<void> {
  const { version } = await callAs<DocumentReading>(page, 'GET', `/api/documents/${id}/reading`)
  await callAs(page, 'PUT', `/api/documents/${id}/exemption`, {
    form: 'ny-st-120',
    purchaser: 'Prairie Wind Foods',
    seller: 'Summit Wholesale',
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2026-01-05',
    expiresOn: null,
    states: [{ state: 'NY', number: '12-3456789' }],
    pages: [1],
    version,
    shown: null,
  })
}

/** Everything that was read on a document, by the name of the field. */
async function readOn(page: Page, id: string): Promise<Record<string, string>> {
  const { certificates } = await callAs<DocumentReading>(page, 'GET', `/api/documents/${id}/reading`)
  return Object.fromEntries(
    certificates.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])),
  )
}

async function fillForTwoSellers(page: Page, browser: Browser, app: JourneyApp, made: Case): Promise<void> {
  const { names } = made
  const [first, second] = names
  await prepare(browser, app, made)
  const [source = ''] = await ownerWithDocuments(page, app, ['certificate.pdf'])
  await confirmAs(page, source)
  await page.goto('/user/wallet')
  await page.getByRole('link', { name: 'Fill in certificate.pdf for another seller' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fill in for another seller' })).toBeVisible()

  for (const [index, name] of names.entries()) {
    await page.getByLabel('Add a seller').fill(name)
    await page.getByRole('option', { name }).click()
    await page.getByLabel(`Address of seller ${index + 1}`).fill('9 Oak Avenue, Salem NY 12865')
  }
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await expect(page.getByLabel('Purchaser', { exact: true })).toHaveValue('Prairie Wind Foods')
  await expect(page.getByLabel('Number', { exact: true })).toHaveValue('12-3456789')
  await page.getByLabel('Purchaser’s address').fill('12 Elm Street, Troy NY 12180')
  await page.getByLabel('Type of business').fill('Grocery store')
  await page.getByLabel('Printed name').fill('Dana Whitfield, Owner')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You sign. We never sign for you.')).toBeVisible()
  const make = page.getByRole('button', { name: 'Create 2 certificates' })
  await expect(make).toBeDisabled()
  await drawSignature(page)
  await page.getByLabel('I looked at every page, and what it says is true.').check()
  // The owner sees each page for each seller.
  await expect(page.getByRole('img', { name: `Page 1 of ST-120 for ${first}` })).toContainText(first)
  await page.getByLabel('Show the one for').selectOption(second)
  await expect(page.getByRole('img', { name: `Page 1 of ST-120 for ${second}` })).toContainText(second)
  await expectSoundLook(page)
  await make.click()

  const confirm = page.getByRole('button', { name: 'Yes, this is right' })
  await expect(confirm).toHaveCount(2, { timeout: 150_000 })
  await expectSoundLook(page)
  const signedOn = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
  const { items } = await callAs<{ items: Document[] }>(page, 'GET', '/api/documents?limit=10')
  for (const name of names) {
    const document = items.find((one) => one.name === `ST-120 for ${name}.pdf`)
    expect(await readOn(page, document?.id ?? ''), name).toEqual({
      seller: name,
      'seller-address': '9 Oak Avenue, Salem NY 12865',
      purchaser: 'Prairie Wind Foods',
      'purchaser-address': '12 Elm Street, Troy NY 12180',
      blanket: 'yes',
      business: 'Grocery store',
      number: '12-3456789',
      signer: 'Dana Whitfield, Owner',
      signature: 'yes',
      'signed-on': signedOn,
    })
  }
  await confirm.first().click()
  await expect(confirm).toHaveCount(1)
  await confirm.first().click()
  await page.getByRole('button', { name: 'Send to 2 sellers' }).click()
  await expect(page.getByText('Sent to 2 sellers')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Back to your wallet' }).click()
  await expect(page.getByRole('row').filter({ hasText: `only for purchases from ${second}` })).toContainText(
    '1 business',
  )
}

test('a certificate is filled in for two sellers from one wallet entry, signed once, and read back', async ({
  page,
  browser,
  app,
}) => {
  await fillForTwoSellers(page, browser, app, {
    names: ['Alder Hardware', 'Birch Books'],
    blank: await st120Like(),
  })
})

test('a real form is filled in for two sellers, signed once, and read back', async ({
  page,
  browser,
  app,
}) => {
  test.skip(realBlank === undefined, 'The state’s blank isn’t here.')
  await fillForTwoSellers(page, browser, app, {
    names: ['Cedar Crafts', 'Dogwood Dairy'],
    blank: readFileSync(realBlank as URL),
  })
})
