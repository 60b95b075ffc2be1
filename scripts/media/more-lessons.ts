import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { sampleFile } from './draw-sample.ts'
import { type Lesson, type Recorder, signIn, slowTimeout } from './recorder.ts'

const business = 'business@demo.exempta.example'
const customer = 'Hillcrest Elementary School'
const seller = 'Lakeside Office Goods'

export const atTheCounter: Lesson = async (film) => {
  const { page } = film
  await signIn(page, business, '/business/counter')
  film.narrate('Open Counter. Choose where the sale takes place. This device remembers it.')
  await film.hold(1500)
  const location = page.getByLabel('Location')
  await film.moveTo(location)
  await location.selectOption('Duluth, MN')
  await film.hold(1500)
  film.narrate('Type the beginning of the customer’s name, and choose the customer.')
  await film.type(page.getByRole('searchbox'), 'hillcrest')
  const found = page.getByRole('button', { name: customer }).first()
  await found.waitFor(slowTimeout)
  await film.hold(900)
  await film.click(found, 0)
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByText('Don’t charge sales tax.').waitFor(slowTimeout)
  film.narrate('The color and the first sentence say what to do: charge sales tax, don’t, or ask a manager.')
  await film.hold(4000)
  film.narrate('Why? shows the rules behind the answer, with their sources.')
  await film.click(answer.getByText('Why?'), 3500)
  film.narrate('Enter the invoice number and click Save. The receipt shows later what was known at the sale.')
  await film.type(answer.getByLabel('Invoice or order number'), 'INV-1042')
  await film.type(answer.getByLabel('Amount in dollars'), '129.50')
  await film.click(answer.getByRole('button', { name: 'Save' }), 0)
  const receipt = answer.getByText(/Receipt [0-9A-Z]{4}-[0-9A-Z]{3}/)
  await receipt.waitFor(slowTimeout)
  await receipt.scrollIntoViewIfNeeded()
  await film.hold(3500)
}

export const yourCustomers: Lesson = async (film) => {
  const { page } = film
  await signIn(page, business, '/business/customers')
  const row = page.getByRole('link', { name: 'Harbor Light Community Clinic' }).first()
  await row.waitFor(slowTimeout)
  film.narrate('Customers lists everyone who buys from you, and the answer for each of their states.')
  await film.hold(4000)
  film.narrate('Missing a certificate shows whom to ask.')
  await film.click(page.getByRole('link', { name: 'Missing a certificate' }), 2500)
  await film.click(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All' }), 800)
  film.narrate('Open a customer to see the answers, the certificates behind them and what’s missing.')
  await row.waitFor(slowTimeout)
  await film.click(row, 0)
  const answers = page.getByRole('list', { name: 'Answer by state' })
  await answers.waitFor(slowTimeout)
  await page.waitForLoadState('networkidle')
  await film.hold(4500)
  for (const tab of ['Certificates', 'Activity']) {
    await film.click(page.getByRole('tab', { name: tab }), 2500)
  }
  film.narrate('To bring the customers of your accounting, choose Import and export.')
  await film.click(navigationTo(page, 'Customers'), 800)
  await film.click(page.getByRole('link', { name: 'Import and export' }), 0)
  await page.getByText('Upload a list').waitFor(slowTimeout)
  film.narrate('Upload a CSV file or paste cells. You see what changes before anything changes.')
  await film.hold(4500)
}

export const addingCertificates: Lesson = async (film) => {
  const { page } = film
  await signIn(page, business, '/business/archive')
  film.narrate('Open Add Certificates. Drop the files, folders or ZIP files that you already have.')
  await page.getByRole('button', { name: 'Choose a folder' }).waitFor(slowTimeout)
  await film.hold(3000)
  await film.moveTo(page.getByRole('button', { name: 'Choose files' }))
  await page.getByLabel('Files with certificates').setInputFiles([
    { name: path.basename(sampleFile), mimeType: 'application/pdf', buffer: await readFile(sampleFile) },
    { name: 'Notes.docx', mimeType: 'application/msword', buffer: Buffer.from('Notes') },
  ])
  film.narrate('We hide private numbers, read each certificate and match it to a customer.')
  const sorted = page.getByRole('heading', { name: '2 files sorted' })
  for (let look = 0; look < 30 && !(await sorted.isVisible()); look++) {
    await film.hold(300)
    await sorted.waitFor({ timeout: 2000 }).catch(() => undefined)
  }
  await sorted.waitFor(slowTimeout)
  await film.hold(2500)
  film.narrate('What we’re sure of is ready. What needs a person waits under Needs a look.')
  await film.click(page.getByRole('tab', { name: /^Needs a look/ }), 1500)
  film.narrate('Answer one after the other: one page and one question at a time, also by keyboard.')
  await film.click(page.getByRole('button', { name: 'Answer one after the other' }), 0)
  await page.getByRole('heading', { name: 'Did we read this right?' }).waitFor(slowTimeout)
  await page.waitForLoadState('networkidle')
  await film.hold(4000)
  await page.keyboard.press('y')
  await page.getByRole('tab', { name: 'Needs a look (0)' }).waitFor(slowTimeout)
  await film.hold(1000)
  film.narrate('Couldn’t open lists the rest, with the reason.')
  await film.click(page.getByRole('tab', { name: /^Couldn’t open/ }), 2500)
  film.narrate('From now on, the counter and your audits know these certificates.')
  await film.click(page.getByRole('tab', { name: /^Ready/ }), 3500)
}

export const fillingAndSigning: Lesson = async (film) => {
  const { page } = film
  await signIn(page, 'user@demo.exempta.example', '/user/wallet')
  const fill = page.getByRole('link', { name: /for another seller$/ }).first()
  await fill.waitFor(slowTimeout)
  film.narrate(
    'Your wallet has the certificates that you confirmed. One of them can serve other sellers, too.',
  )
  await film.hold(3000)
  film.narrate('Choose Fill in for another seller.')
  await film.click(fill, 0)
  await page.getByLabel('Add a seller').waitFor(slowTimeout)
  film.narrate('Add the sellers: businesses on Exempta, or any other name and address.')
  await film.type(page.getByLabel('Add a seller'), seller)
  const option = page.getByRole('option', { name: seller })
  await option.waitFor(slowTimeout)
  await film.click(option, 500)
  await film.type(page.getByLabel('Address of seller 1'), '9 Shore Road, Ithaca NY 14850')
  await film.click(page.getByRole('button', { name: 'Continue' }), 0)
  await page.getByText('Step 2 of 3').waitFor(slowTimeout)
  film.narrate('The rest is filled in from your certificate. Check it, and change what’s new.')
  await film.hold(3500)
  await film.click(page.getByRole('button', { name: 'Continue' }), 0)
  await page.getByText('You sign. We never sign for you.').waitFor(slowTimeout)
  film.narrate('Look at every page, and sign with your finger or the mouse. We never sign for you.')
  await page.waitForLoadState('networkidle')
  await film.hold(1500)
  await signOn(film, page)
  await film.click(page.getByLabel('I looked at every page, and what it says is true.'), 800)
  await film.click(page.getByRole('button', { name: /^Create/ }), 0)
  const confirm = page.getByRole('button', { name: 'Yes, this is right' })
  await confirm.waitFor(slowTimeout)
  film.narrate('We read the new certificate as if it came from someone else. Confirm it, and send it.')
  await page.waitForLoadState('networkidle')
  await film.hold(4000)
  await film.click(confirm, 0)
  await confirm.waitFor({ state: 'detached', ...slowTimeout })
  await film.click(page.getByRole('button', { name: /^Send to/ }), 0)
  await page.getByText(/^Sent to/).waitFor(slowTimeout)
  await film.hold(3500)
}

const navigationTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).first()

/** A wave, from left to right. */
async function signOn(film: Recorder, page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Draw your signature here' })
  await film.moveTo(pad)
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no place to sign.')
  const at = (step: number) =>
    [box.x + box.width * (0.1 + 0.08 * step), box.y + box.height * (0.5 + 0.3 * Math.sin(step))] as const
  await page.mouse.move(...at(0))
  await page.mouse.down()
  for (let step = 1; step <= 10; step++) {
    await page.mouse.move(...at(step), { steps: 4 })
    await film.hold(90)
  }
  await page.mouse.up()
  await film.hold(600)
}
