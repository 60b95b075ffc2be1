import { randomUUID } from 'node:crypto'
import type { Session } from '@exempta/contract/accounts'
import type { Customer, CustomerRow } from '@exempta/contract/customers'
import type { CustomerCertificate } from '@exempta/contract/customers/page'
import { dayMs } from '@exempta/contract/durations'
import type { CertificateRequest } from '@exempta/contract/requests'
import type { Browser, Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere, ownerWithDocuments } from '../fixtures/actors.ts'
import { certificate, shareCertificate } from '../fixtures/certificate.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'

/** With the demo, which has an active business. */
const test = testWith(() => startJourneyApp(['--demo']))

const asManager = async (browser: Browser, app: JourneyApp) => {
  const business = await elsewhere(browser, app)
  await enter(business.page, demoPerson('lakeside'), '/business/dashboard')
  return business
}

/** A name and a number that no other journey uses. Its mark has only letters: digits could look like a private number. */
const fresh = (words: string) => {
  const mark = randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  return { name: `${words} ${mark}`, number: `C-${mark}` }
}

const created = (page: Page, input: object) => callAs<Customer>(page, 'POST', '/api/customers', input)
const answers = (page: Page) => page.getByRole('list', { name: 'Answer by state' })

test('a manager adds a customer, finds it, and edits it while a colleague does', async ({ browser, app }) => {
  const { page, context, complaints } = await asManager(browser, app)
  const { name, number } = fresh('Harbor Bakery')
  await page.goto('/business/customers')
  await page.getByRole('button', { name: 'Add a customer' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByText('Please enter a name').first()).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Customer number').fill(number)
  await dialog.getByLabel('Other names').fill('Harbor Bread')
  await dialog.getByRole('button', { name: 'Add a contact' }).click()
  await dialog.getByLabel('Email').fill(`${number.toLowerCase()}@harbor.example`)
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByLabel('State').selectOption('New York')
  await dialog.getByLabel('Tags').fill('wholesale, school')
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Add customer' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(answers(page)).toContainText('New York')
  await expect(answers(page)).toContainText('No certificate')
  await expect(answers(page)).toContainText('Missing')
  await expectSoundLook(page)
  const { id, version, parent, ...record } = await callAs<Customer>(
    page,
    'GET',
    `/api/customers/${new URL(page.url()).pathname.split('/').at(-1)}`,
  )

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Note').fill('Pays by check.')
  const { otherNames, contacts, addresses } = record
  await callAs(page, 'PUT', `/api/customers/${id}`, {
    ...{ number, name, otherNames, contacts, addresses, parentId: parent?.id ?? null },
    tags: ['retail'],
    note: null,
    version,
  })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toContainText('Someone changed this customer while you were editing (tags).')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Pays by check.')).toBeVisible()
  await expect(page.getByText('wholesale', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('hanged')

  // The same number twice is refused beside its field.
  await page.goto('/business/customers')
  await page.getByRole('button', { name: 'Add a customer' }).first().click()
  await dialog.getByLabel('Name', { exact: true }).fill('Another bakery')
  await dialog.getByLabel('Customer number').fill(number.toLowerCase())
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByText('Another customer has this number').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('searchbox').fill(number)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('No certificate')
  await page.getByLabel('State').selectOption('New York')
  await expect(row).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await dialog.getByLabel('Tags to add').fill('bread')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed the tags of 1 customer.')).toBeVisible()
  await expectSoundLook(page)
  // The browser reports the refused calls by itself.
  expect(complaints.filter((one) => !one.includes('409') && !one.includes('422'))).toEqual([])
  await context.close()
})

test('customers are asked from their list: who gets an email is shown first', async ({ browser, app }) => {
  const { page, context, complaints } = await asManager(browser, app)
  const [one, other] = [fresh('Quarry Tools'), fresh('Quarry Stone')]
  const email = `${one.number.toLowerCase()}@quarry.example`
  const addresses = [{ state: 'NY' }]
  await created(page, { ...one, addresses, contacts: [{ email }] })
  await created(page, { ...other, addresses })
  await page.goto('/business/customers?q=quarry')
  for (const { name } of [one, other]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('State')).toHaveValue('NY')
  const preview = dialog.getByRole('region', { name: 'Who gets an email' })
  await expect(preview).toContainText(email)
  await expect(preview).toContainText(`${other.name}: No email address`)
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(page.getByText('We’re asking 1 customer.')).toBeVisible()
  await app.emailed(email, /(New York exemption certificate)/)

  await page.getByRole('link', { name: one.name }).click()
  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText(email)
  await expectSoundLook(page)
  // A second time within days, nobody is emailed.
  await page.getByRole('button', { name: 'Ask for a certificate' }).click()
  await expect(preview).toContainText('You asked them within the last 14 days')
  await expect(dialog.getByRole('button', { name: 'Email', exact: true })).toBeDisabled()
  expect(complaints).toEqual([])
  await context.close()
})

test('three arriving documents find their customer: by a request, by an address, and one that a person decides about', async ({
  page: owner,
  browser,
  app,
}) => {
  test.slow()
  const { page, context, complaints } = await asManager(browser, app)
  const belongsTo = (received: string, name: string, why: string) =>
    test.step(why, async () => {
      await page.goto(`/business/documents/${received}`)
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
      await expect(page.getByText(why, { exact: true })).toBeVisible()
    })

  // A person shares one from the address of a customer's contact.
  const byEmail = fresh('Birch Valley')
  const [documentId = ''] = await ownerWithDocuments(owner, app, ['shared.pdf'])
  const { session } = await callAs<{ session: Session }>(owner, 'GET', '/api/session')
  const contacts = [{ email: session.person.email }]
  await created(page, { ...byEmail, addresses: [{ state: 'NY' }], contacts })
  const shared = await shareCertificate(owner, page, documentId, `${byEmail.name} of Ohio`)
  await belongsTo(shared.id, byEmail.name, 'Same email address')

  // A guest answers the request to a customer, under another name and from another address.
  const asked = fresh('Larch Mountain')
  const { id: askedId } = await created(page, { ...asked, addresses: [{ state: 'NY' }] })
  const { link } = await callAs<CertificateRequest>(page, 'POST', '/api/requests', {
    ...{ email: null, customerName: asked.name, customerReference: null, state: 'NY', message: null },
    customerId: askedId,
  })
  const guest = await elsewhere(browser, app)
  await guest.page.goto(new URL(link).pathname)
  await guest.page.getByLabel('File of your certificate').setInputFiles({
    name: 'sent.pdf',
    mimeType: 'application/pdf',
    buffer: textPdf(['Exemption certificate', 'Name of purchaser: Larch Holdings']),
  })
  await guest.page.getByRole('button', { name: 'Fill in the details' }).click({ timeout: 120_000 })
  await guest.page.getByLabel('Purchaser').fill('Larch Holdings')
  await guest.page.getByLabel('State', { exact: true }).selectOption('New York')
  await guest.page.getByLabel('Signed').selectOption('Yes')
  await guest.page.getByRole('button', { name: /^(Save and confirm|Save)$/ }).click()
  const address = `${asked.number.toLowerCase()}@larch.example`
  await guest.page.getByLabel('Your email address').fill(address)
  await guest.page.getByRole('button', { name: 'Email me a code' }).click()
  await guest.page.getByLabel('Code').fill(await app.emailed(address, /\b(\d{6})\r?\n/))
  await guest.page.getByRole('button', { name: 'Send to Lakeside Office Goods' }).click()
  await expect(guest.page.getByText('Done. We sent your certificate to Lakeside Office Goods.')).toBeVisible()
  const { items } = await callAs<{ items: CustomerCertificate[] }>(
    page,
    'GET',
    `/api/customers/${askedId}/certificates`,
  )
  expect(items).toMatchObject([{ purchaser: 'Larch Holdings' }])
  await belongsTo(items[0]?.receivedId ?? '', asked.name, 'It answers a request to this customer')

  // One that has only the name and the state is suggested, and someone on the team decides.
  const byName = fresh('Rowan Creek')
  const { id: byNameId } = await created(page, { ...byName, addresses: [{ state: 'NY' }] })
  const stranger = await elsewhere(browser, app)
  const named = await certificate(stranger.page, app, page, byName.name, {
    states: [{ state: 'NY', number: null }],
  })
  await page.goto(`/business/documents/${named.id}`)
  const question = page.getByRole('region', { name: 'Same customer?' })
  await expect(question).toContainText('Same name and state')
  await question.getByRole('button', { name: 'Yes, same customer' }).click()
  await expect(question).toBeHidden()

  // It was the wrong one, so it's moved by hand.
  await page.goto(`/business/customers/${byNameId}`)
  const certificates = page.getByRole('table', { name: 'Certificates' })
  await certificates.getByRole('button', { name: `Move the certificate of ${byName.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog.getByText('Please choose a customer').first()).toBeVisible()
  await expectSoundLook(page)
  await dialog.getByRole('combobox').fill(asked.number)
  await dialog.getByRole('option', { name: new RegExp(asked.name) }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(`Moved to ${asked.name}.`)).toBeVisible()
  await expect(certificates).toBeHidden()
  await page.goto(`/business/customers/${askedId}`)
  await expect(certificates).toContainText('A team member chose it')
  await page.getByRole('tab', { name: 'Number checks' }).click()
  await expect(page.getByText('No number checks yet')).toBeVisible()
  await expectSoundLook(page)
  expect([...complaints, ...guest.complaints, ...stranger.complaints]).toEqual([])
  for (const each of [guest.context, stranger.context, context]) await each.close()
})

test('an arriving document is suggested, a person decides, and a merge is taken apart again', async ({
  page: owner,
  browser,
  app,
}) => {
  test.slow()
  const { page, context, complaints } = await asManager(browser, app)
  const known = fresh('Meridian Orchard')
  const { id } = await created(page, { ...known, addresses: [{ state: 'NY' }] })
  // With a number that no other journey's certificate has: it would be suggested for that customer, too.
  const states = [{ state: 'NY', number: '43-7654321' }]
  const received = await certificate(owner, app, page, known.name, { states })

  await page.goto(`/business/documents/${received.id}`)
  const question = page.getByRole('region', { name: 'Same customer?' })
  await expect(question).toContainText('Same name and state')
  await expectSoundLook(page)
  await question.getByRole('button', { name: 'Yes, same customer' }).click()
  await expect(page.getByText(`belongs to ${known.name} now.`)).toBeVisible()
  await expect(question).toBeHidden()

  await page.goto(`/business/customers/${id}`)
  await expect(answers(page)).toContainText('Covered')
  await expect(answers(page).getByRole('link', { name: 'Open the certificate' })).toHaveAttribute(
    'href',
    `/business/documents/${received.id}`,
  )
  await expect(page.getByRole('table', { name: 'Certificates' })).toContainText(known.name)
  await expectSoundLook(page)
  await test.step('why tax was charged two days before', async () => {
    await page.getByRole('button', { name: 'Why was tax charged?' }).click()
    const why = page.getByRole('dialog', { name: 'Why was tax charged?' })
    await expect(why.getByLabel('State')).toHaveValue('NY')
    const before = new Date(Date.now() - 2 * dayMs)
    const day = before.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
    await why.getByLabel('Day of the sale').fill(day)
    await expect(why).toContainText('The certificate came 2 days after the sale.')
    await expect(why).toContainText('We had no certificate from this customer.')
    await expect(why.getByRole('link', { name: 'Open the certificate' })).toBeVisible()
    await expectSoundLook(page)
    await why.getByRole('button', { name: 'Close' }).last().click()
  })
  await page.getByRole('button', { name: `Take ${known.name} apart` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take apart' }).click()
  await expect(page.getByText('is a customer of its own again.')).toBeVisible()
  await expect(answers(page)).toContainText('No certificate')
  const { items } = await callAs<{ items: CustomerRow[] }>(
    page,
    'GET',
    `/api/customers?search=${encodeURIComponent(known.name)}`,
  )
  expect(items).toHaveLength(2)

  // By hand, with a look at what it makes.
  await page.getByRole('button', { name: `More for ${known.name}` }).click()
  await page.getByRole('menuitem', { name: 'Merge with another customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('meridian')
  await dialog
    .getByRole('option', { name: /^Meridian Orchard/ })
    .first()
    .click()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('After merging')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('1 certificate')
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(/^Merged /)).toBeVisible()
  await expect(answers(page)).toContainText('Covered')
  expect(complaints).toEqual([])
  await context.close()
})
