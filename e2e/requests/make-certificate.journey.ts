import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CertificateRequest } from '@exempta/contract/requests'
import { signingConsent } from '@exempta/contract/requests/making'
import type { ReceivedDocument } from '@exempta/contract/review'
import { type Browser, expect, type Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { drawSignature } from '../certificates/certificates.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { administrator, demoPerson } from '../fixtures/start-app.ts'
import { testWith } from '../fixtures/test.ts'

/** With the demo, which has an active business and a blank that it drew itself. */
const test = testWith(() => startJourneyApp(['--demo']))

const phone = { width: 390, height: 844 }

/** What a customer on a phone does, counted: screens by their headings, inputs by every field, choice and button. */
function onPhone(page: Page) {
  const counted = { screens: 0, inputs: 0 }
  return {
    counted,
    async screen(heading: string, { isLookedAt = true } = {}) {
      counted.screens += 1
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      if (!isLookedAt) return
      await expectSoundLook(page)
      await page.setViewportSize(phone)
    },
    async tap(name: string) {
      counted.inputs += 1
      await page.getByRole('button', { name, exact: true }).click()
    },
    async fill(label: string, value: string) {
      counted.inputs += 1
      await page.getByLabel(label, { exact: true }).fill(value)
    },
    async choose(label: string, option: string) {
      counted.inputs += 1
      await page.getByLabel(label, { exact: true }).selectOption(option)
    },
    async check(label: string) {
      counted.inputs += 1
      await page.getByLabel(label, { exact: true }).check()
    },
    async draw() {
      counted.inputs += 1
      await drawSignature(page)
    },
  }
}

/** In a demo, a job adds the blank forms. Journeys start without its jobs. */
async function addBlank(browser: Browser, app: JourneyApp) {
  const { page, context } = await elsewhere(browser, app)
  await enter(page, administrator, '/admin/forms')
  const file = 'server/src/demo/files/blank-st-120.pdf'
  await page.getByLabel('Blank form', { exact: true }).setInputFiles(file)
  await expect(page.getByRole('dialog', { name: 'ST-120, Resale Certificate' })).toBeVisible({
    timeout: 120_000,
  })
  await context.close()
}

/** The file as the seller has it, then with one byte changed: on the page for it, and as an operator checks it. */
async function checkFile(page: Page, folder: string, id: string) {
  const bytes = await (await page.request.get(`/api/documents/${id}/file`)).body()
  const changed = Buffer.from(bytes)
  changed[5000] = (changed[5000] ?? 0) ^ 1
  await page.goto('/verify-binder')
  await page.getByRole('button', { name: 'Use the key of this website' }).click()
  await expect(page.getByLabel('Public key')).not.toHaveValue('')
  const script = path.join(import.meta.dirname, '../../scripts/operators/verify-binder.ts')
  const problem = 'This file was changed after it was signed.'
  for (const [buffer, shown] of [
    [bytes, 'The certificate is as it was signed, and sealed with the key that you gave.'],
    [changed, problem],
  ] as const) {
    const pdf = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer }
    await page.getByLabel('The binder’s ZIP file').setInputFiles(pdf)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText(shown)).toBeVisible()
    await expectSoundLook(page)
  }
  const files = { good: path.join(folder, 'good.pdf'), changed: path.join(folder, 'changed.pdf') }
  await writeFile(files.good, bytes)
  await writeFile(files.changed, changed)
  const verify = (file: string) => promisify(execFile)(process.execPath, [script, file])
  expect((await verify(files.good)).stdout).toContain('The file is as it was signed')
  await expect(verify(files.changed)).rejects.toMatchObject({ code: 1, stderr: `BAD: ${problem}\n` })
}

const asked = { customerName: 'Prairie Wind Foods Co', customerReference: null, state: 'NY', message: null }
const sendingLabel = 'Sign and send to Lakeside Office Goods'
const done = 'Lakeside Office Goods has your certificate'

test('a customer without a certificate makes and signs one on a phone, keeps it, and renews it in two screens', async ({
  browser,
  app,
}, info) => {
  await addBlank(browser, app)
  const seller = await elsewhere(browser, app)
  await enter(seller.page, demoPerson('lakeside'), '/business/requests')
  const email = `dana-${randomUUID()}@prairie.example`
  const ask = async (change: object) => {
    const request = { email, ...asked, ...change }
    const { link } = await callAs<CertificateRequest>(seller.page, 'POST', '/api/requests', request)
    return new URL(link).pathname
  }

  const { page, context, complaints } = await elsewhere(browser, app, phone)
  const customer = onPhone(page)
  const { counted, screen, tap, fill, choose, check, draw } = customer
  await page.goto(await ask({ email: null }))
  await screen('I don’t have one yet')
  await tap('Make one now')
  await screen('Why is it exempt?')
  await choose('What do you buy from Lakeside Office Goods?', 'Rental cars')
  await expect(page.getByText('We don’t know of an exemption in New York for this.')).toBeVisible()
  const reasons = page.getByRole('group', { name: 'Why don’t you pay sales tax on it?' })
  await expect(reasons, 'what the state does not grant').toHaveCount(0)
  await choose('What do you buy from Lakeside Office Goods?', 'Goods')
  await check('We resell what we buy')
  await expect(page.getByText('We’ll fill in ST-120, Resale Certificate, for you.')).toBeVisible()
  await tap('Continue')
  await screen('What’s your New York sales tax number?')
  await fill('Number', '12-3456789')
  await tap('Continue')
  await screen('Who’s buying?')
  await fill('Name of your business or organization', 'Prairie Wind Foods Co')
  await fill('Address of your business or organization', '12 Elm Street, Troy NY 12180')
  await tap('Continue')
  await screen('What’s it for?')
  await fill('What does your business do?', 'Grocery store')
  await tap('Continue')
  await screen('Who’s signing?')
  await fill('Your name', 'Dana Whitfield')
  await fill('Your title', 'Owner')
  await tap('Continue')
  await screen('This is what it will say')
  await expect(page.getByText('It has what the rules ask for')).toBeVisible()
  await expect(page.getByRole('button', { name: sendingLabel }), 'before the code').toHaveCount(0)
  await fill('Your email address', email)
  await tap('Email me a code')
  await fill('Code', await app.emailed(email, /\b(\d{6})\r?\n/))
  await tap('Confirm')
  await expect(page.getByRole('heading', { name: 'Sign it' })).toBeVisible()
  await expectSoundLook(page)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: sendingLabel }).click()
  await expect(page.getByText('Please sign first')).toBeVisible()
  await draw()
  await check(signingConsent)
  await tap(sendingLabel)
  await screen(done)
  expect(counted.screens, 'screens').toBeLessThanOrEqual(8)
  expect(counted.inputs, 'inputs, at 6 seconds each three minutes').toBeLessThanOrEqual(30)

  await app.emailed(email, /(Your copy of the certificate for Lakeside Office Goods)/)
  await fill('Full Name', 'Dana Whitfield')
  await fill('Password', 'gravel lantern 88')
  await tap('Create a password')
  await expect(page).toHaveURL(/\/user\/documents$/)
  await expect(page.getByText('ST-120 for Lakeside Office Goods.pdf').first()).toBeVisible()

  await seller.page.goto('/business/documents')
  await seller.page.getByRole('link', { name: 'ST-120 for Lakeside Office Goods.pdf' }).first().click()
  await expect(seller.page.getByText(/Made and signed here on .* by Dana Whitfield, Owner/)).toContainText(
    email,
  )
  await expectSoundLook(seller.page)
  await seller.page
    .getByRole('complementary', { name: 'Review' })
    .getByRole('button', { name: 'Verify' })
    .click()
  await expect(seller.page.getByText('Verified ST-120 for Lakeside Office Goods.pdf').first()).toBeVisible()
  await seller.page.goto('/business/counter')
  await seller.page.getByLabel('Location').selectOption('Ithaca, NY')
  await seller.page.getByRole('searchbox').fill('prairie wind')
  await seller.page.getByRole('button', { name: /Prairie Wind Foods Co/ }).click()
  await expect(seller.page.getByRole('region', { name: 'Answer' })).toContainText('Don’t charge sales tax.')

  const { items } = await callAs<{ items: ReceivedDocument[] }>(seller.page, 'GET', '/api/received?limit=1')
  await mkdir(info.outputDir, { recursive: true })
  await checkFile(seller.page, info.outputDir, items[0]?.document.id ?? '')

  const renewal = onPhone(page)
  await page.goto(await ask({}))
  await renewal.screen('Still true?')
  await renewal.tap('Yes, renew it')
  await renewal.screen('This is what it will say', { isLookedAt: false })
  await renewal.draw()
  await renewal.check(signingConsent)
  await renewal.tap(sendingLabel)
  await expect(page.getByRole('heading', { name: done })).toBeVisible()
  expect(renewal.counted).toEqual({ screens: 2, inputs: 4 })
  expect([...complaints, ...seller.complaints]).toEqual([])
  await context.close()
  await seller.context.close()
})
