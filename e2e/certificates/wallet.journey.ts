import type { Business } from '@exempta/contract/businesses/administration'
import type { DocumentReading } from '@exempta/contract/certificates'
import type { Browser, Page } from '@playwright/test'
import { callAs, enter, registered } from '../accounts/people.ts'
import { elsewhere, ownerWithDocuments, shareAs } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { panel } from './certificates.ts'

const test = testWith(() => startJourneyApp())

/** A day so many days from now, as the form wants it. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function confirmAs(page: Page, id: string, expiresOn: string): Promise<void> {
  const { version } = await callAs<DocumentReading>(page, 'GET', `/api/documents/${id}/reading`)
  await callAs(page, 'PUT', `/api/documents/${id}/exemption`, {
    form: null,
    purchaser: 'Prairie Wind Foods',
    seller: null,
    reason: 'charity',
    isBlanket: true,
    hasSignature: true,
    signedOn: dayFromNow(-300),
    expiresOn,
    states: [{ state: 'OH', number: null }],
    pages: [1],
    version,
    shown: null,
  })
}

async function threeBusinesses(browser: Browser, app: JourneyApp): Promise<Business[]> {
  const { page, context } = await elsewhere(browser, app)
  await enter(page, administrator, '/admin/businesses')
  const made: Business[] = []
  for (const name of ['Alder Hardware', 'Birch Books', 'Cedar Crafts']) {
    const business = { name, email: 'business@lakeside.example', phone: null, website: null, address: null }
    made.push(
      await callAs<Business>(page, 'POST', '/api/admin/businesses', { ...business, taxId: null, type: null }),
    )
  }
  await context.close()
  return made
}

test('an empty wallet leads to the first upload', async ({ page }) => {
  await registered(page)
  await page.goto('/user/wallet')
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Upload your first certificate' }).click()
  await expect(page).toHaveURL(/\/user\/upload$/)
})

test('a certificate is renewed for the three businesses that hold it, and one of them loses it', async ({
  page,
  browser,
  app,
}) => {
  const businesses = await threeBusinesses(browser, app)
  const [old = ''] = await ownerWithDocuments(page, app, ['old-certificate.pdf'])
  await confirmAs(page, old, dayFromNow(20))
  await shareAs(page, [old], { businesses: businesses.map(({ name }) => name) })

  // The dashboard names what expires next, and the wallet who holds it.
  await page.goto('/user/dashboard')
  await expect(page.getByRole('list', { name: 'Expires next' })).toContainText('Ohio')
  await page.goto('/user/wallet')
  const row = page.getByRole('row').filter({ hasText: 'Prairie Wind Foods' })
  await expect(row).toContainText('Expires soon')
  await expect(row).toContainText('Ohio')
  await expectSoundLook(page)
  const covered = page.getByRole('table', { name: 'Where am I covered?' })
  await expect(covered.getByRole('row')).toHaveCount(4)
  await expect(covered).toContainText('Alder Hardware')
  await expectSoundLook(page)

  // Upload, confirm, send.
  await row.getByRole('link', { name: 'Renew old-certificate.pdf' }).click()
  await page.getByLabel('Drop the new certificate here').setInputFiles({
    name: 'new-certificate.pdf',
    mimeType: 'application/pdf',
    buffer: textPdf(['Exemption certificate', 'Name of purchaser: Prairie Wind Foods', 'Renewed']),
  })
  await panel(page).getByRole('button', { name: 'Fill in the details' }).click({ timeout: 120_000 })
  await panel(page).getByLabel('Purchaser').fill('Prairie Wind Foods')
  await panel(page).getByLabel('State', { exact: true }).selectOption('Ohio')
  await panel(page).getByLabel('Expires').fill(dayFromNow(385))
  await panel(page).getByLabel('Signed').selectOption('Yes')
  await panel(page).getByRole('button', { name: 'Save and confirm' }).click()
  await expect(
    page.getByRole('heading', { name: 'Send the new one to the 3 businesses that hold the old one?' }),
  ).toBeVisible()
  for (const { name } of businesses) await expect(page.getByLabel(name), name).toBeChecked()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Send to 3' }).click()
  await expect(page.getByText('Sent to 3 businesses')).toBeVisible()
  await expect(page.getByText('The old one stays on record for purchases until')).toBeVisible()
  await expectSoundLook(page)

  await page.getByRole('link', { name: 'Back to your wallet' }).click()
  const renewed = page.getByRole('row').filter({ hasText: 'new-certificate.pdf' })
  await expect(renewed).toContainText('3 businesses')
  await expect(renewed).toContainText('We don’t know this form')
  await renewed.getByRole('button', { name: 'Who holds new-certificate.pdf' }).click()
  const holders = page.getByRole('list', { name: 'Who holds it' })
  await expect(holders.getByRole('listitem')).toHaveCount(3)
  await expect(holders).toContainText('Not viewed yet')
  await expectSoundLook(page)
  await holders.getByRole('button', { name: 'Stop sharing with Birch Books' }).click()
  await holders.getByRole('button', { name: 'Stop sharing with Birch Books now' }).click()
  await expect(holders.getByRole('listitem')).toHaveCount(2)
})
