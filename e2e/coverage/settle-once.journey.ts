import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { certificate } from '../fixtures/certificate.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

const test = testWith(() => startJourneyApp(['--demo']))

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

test('a manager settles a question once: counter, list and receipt are green until someone ends it', async ({
  page,
  browser,
  app,
}) => {
  const { page: counter, context, complaints } = await elsewhere(browser, app)
  await enter(counter, demoPerson('lakeside'), '/business/dashboard')
  // Made out to a name that shares a word with the business.
  const { id } = await certificate(page, app, counter, 'Settled Orchard', { seller: 'Lakeside East' })

  await counter.setViewportSize({ width: 360, height: 740 })
  await counter.goto('/business/counter')
  await counter.getByLabel('Location').selectOption('Ithaca, NY')
  await counter.getByRole('searchbox').fill('settled')
  await counter.getByRole('button', { name: 'Settled Orchard' }).click()
  await expect(answer(counter)).toContainText('Ask a manager')
  await expect(answer(counter)).toContainText('Lakeside East')

  await counter.getByRole('button', { name: 'Accept anyway' }).click()
  const dialog = counter.getByRole('dialog')
  await expect(dialog).toContainText('Lakeside East')
  await expectSoundLook(counter)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toContainText('Please say why')
  await dialog.getByLabel('Why you accept it').fill('East is our second store.')
  await dialog.getByRole('button', { name: 'Accept' }).click()

  await expect(answer(counter)).toContainText('Don’t charge sales tax.')
  await expect(answer(counter)).toContainText(/Accepted by .+ on \w{3} \d+, \d{4} until/)
  await expect(answer(counter)).toContainText('East is our second store.')
  await answer(counter).getByRole('button', { name: 'Save' }).click()
  await expect(answer(counter)).toContainText(/Receipt [0-9A-Z]{4}-[0-9A-Z]{3}/)

  await counter.setViewportSize({ width: 1280, height: 900 })
  await counter.goto('/business/coverage')
  await counter.getByRole('searchbox').fill('settled')
  const row = counter.getByRole('row', { name: /Settled Orchard/ })
  await expect(row).toContainText('Covered')
  await expect(row).toContainText('East is our second store.')
  await expectSoundLook(counter)

  // On the document's page it can be ended, and the question is open again.
  await counter.goto(`/business/documents/${id}`)
  const settled = counter.getByRole('region', { name: 'Coverage' })
  await expect(settled).toContainText('East is our second store.')
  await settled.getByRole('button', { name: 'End for New York' }).click()
  await counter.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(settled).toContainText('Ask a manager')
  await expectSoundLook(counter)

  // It's among what managers have to decide.
  await counter.goto('/business/coverage')
  await counter.getByRole('link', { name: 'Waiting for a manager' }).click()
  await expect(row).toContainText('Ask a manager')
  await expect(row.getByRole('button', { name: 'Accept anyway' })).toBeVisible()

  await counter.getByRole('button', { name: 'Grid' }).click()
  const grid = counter.getByRole('table', { name: 'Coverage by state' })
  await expect(grid.getByRole('columnheader', { name: 'NY' })).toBeVisible()
  await expect(grid.getByRole('row', { name: /Settled Orchard/ })).toContainText('Ask a manager')
  await expectSoundLook(counter)

  // Receipts are found by what they answered, and exported.
  await counter.getByRole('tab', { name: 'Receipts' }).click()
  await counter.getByLabel('Answer').selectOption('Not covered')
  await expect(counter.getByText('No receipts match.')).toBeVisible()
  await counter.getByLabel('Answer').selectOption('Covered')
  await expect(counter.getByRole('row', { name: /Settled Orchard/ })).toBeVisible()
  await expectSoundLook(counter)
  const arriving = counter.waitForEvent('download')
  await counter.getByRole('link', { name: /Export CSV/ }).click()
  expect((await arriving).suggestedFilename()).toMatch(/^receipts-.+\.csv$/)

  // The receipt keeps what was accepted.
  const { items } = await callAs<{ items: { accepted: { reason: string } | null }[] }>(
    counter,
    'GET',
    '/api/coverage/checks',
  )
  expect(items[0]?.accepted?.reason).toBe('East is our second store.')
  expect(complaints).toEqual([])
  await context.close()
})

test('the counter asks once what a location sells, and changes it for one sale', async ({
  page,
  browser,
  app,
}) => {
  const { page: counter, context, complaints } = await elsewhere(browser, app)
  await enter(counter, demoPerson('lakeside'), '/business/dashboard')
  await certificate(page, app, counter, 'Kind Kitchen')
  await callAs(counter, 'POST', '/api/business/locations', { name: 'Geneva', state: 'NY' })
  await counter.goto('/business/counter')
  await counter.getByLabel('Location').selectOption('Geneva, NY')
  await expect(counter.getByText('What do you sell in Geneva?')).toBeVisible()
  await expect(counter.getByRole('searchbox')).toHaveCount(0)
  await expectSoundLook(counter)
  await counter.getByRole('button', { name: 'Meals' }).click()

  await counter.getByRole('searchbox').fill('kind')
  await counter.getByRole('button', { name: 'Kind Kitchen' }).click()
  await expect(answer(counter)).toContainText('New York · Meals')
  await counter.getByLabel('What they’re buying').selectOption('Goods')
  await expect(answer(counter)).toContainText('New York · Goods')
  await answer(counter).getByRole('button', { name: 'Save' }).click()
  await expect(answer(counter)).toContainText(/Receipt [0-9A-Z]{4}-[0-9A-Z]{3}/)
  const { items } = await callAs<{ items: { kind: string }[] }>(counter, 'GET', '/api/coverage/checks')
  expect(items[0]?.kind).toBe('goods')

  // The next sale is of meals again, and no one is asked a second time.
  await counter.goto('/business/counter')
  await counter.getByRole('searchbox').fill('kind')
  await counter.getByRole('button', { name: 'Kind Kitchen' }).click()
  await expect(answer(counter)).toContainText('New York · Meals')
  expect(complaints).toEqual([])
  await context.close()
})

test('the owner says who buys, the reviewer what is in order, and the counter asks who pays', async ({
  page,
  browser,
  app,
}) => {
  const { page: counter, context, complaints } = await elsewhere(browser, app)
  await enter(counter, demoPerson('lakeside'), '/business/dashboard')
  const { id, documentId } = await certificate(page, app, counter, 'Lakota Trail Society', {
    form: 'ny-st-119.1',
    reason: 'charity',
    seller: 'Lakeside East',
    isVerified: false,
  })

  // The form says "charity"; what kind of organization it is can be said, too.
  await page.goto(`/user/documents/${documentId}`)
  await page.getByRole('button', { name: 'Change something' }).click()
  await expect(page.getByLabel('Which state issued this number?')).toHaveValue('')
  await page.getByLabel('Which state issued this number?').selectOption('New York')
  await page.getByLabel('Number', { exact: true }).fill('EX-123456')
  await page.getByLabel('What kind of organization is it?').selectOption('Charity')
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Save and confirm' }).click()
  await expect(page.getByRole('button', { name: 'Change something' })).toBeVisible()

  // A share of the seller's name isn't the name: the reviewer looked.
  await counter.goto(`/business/documents/${id}`)
  const checked = counter.getByRole('group', { name: 'What did you check? (Optional)' })
  await checked.getByLabel('It names us as the seller').check()
  await expectSoundLook(counter)
  await counter.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(counter.getByText(/^Verified .+\.$/)).toBeVisible()

  await counter.setViewportSize({ width: 360, height: 740 })
  await counter.goto('/business/counter')
  await counter.getByLabel('Location').selectOption('Ithaca, NY')
  await counter.getByRole('searchbox').fill('lakota')
  await counter.getByRole('button', { name: 'Lakota Trail Society' }).click()
  await expect(answer(counter)).toContainText('Ask a manager')
  await expect(answer(counter)).not.toContainText('Lakeside East')
  await counter.getByLabel('Who pays?').selectOption('A person, who may be paid back')
  await expect(answer(counter)).toContainText('Ask a manager')
  await counter.getByLabel('Who pays?').selectOption('The organization, with its own money, check or card')
  await expect(answer(counter)).toContainText('Don’t charge sales tax.')
  await expectSoundLook(counter)
  await answer(counter).getByRole('button', { name: 'Save' }).click()
  await expect(answer(counter)).toContainText(/Receipt [0-9A-Z]{4}-[0-9A-Z]{3}/)
  const { items } = await callAs<{ items: { paidBy: string }[] }>(counter, 'GET', '/api/coverage/checks')
  expect(items[0]?.paidBy).toBe('buyer')
  expect(complaints).toEqual([])
  await context.close()
})
