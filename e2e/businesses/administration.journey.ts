import { type Business, evidenceMissing } from '@exempta/contract/businesses/administration'
import type { Page } from '@playwright/test'
import { callAs, enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { expectComplaint, problem } from '../shell/as-person.ts'

const test = testWith(() => startJourneyApp())

const ivy = { name: 'Ivy Moss', email: 'ivy@beacon.example' }

const addBusiness = (page: Page, more: Partial<Business>) =>
  callAs<Business>(page, 'POST', '/api/admin/businesses', {
    phone: null,
    website: null,
    address: null,
    taxId: null,
    type: null,
    ...more,
  })

test('an administrator adds a business', async ({ page }) => {
  await enter(page, administrator, '/admin/businesses')
  await expect(page.getByText('No businesses found matching your criteria.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Business' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Business' })
  await adding.getByRole('button', { name: 'Add Business' }).click()
  await expect(adding.getByText('Please enter a business name').first()).toBeVisible()
  await adding.getByLabel('Business Name').fill('Beacon Books')
  await adding.getByLabel('Business Email').fill('office@beacon.example')
  await adding.getByLabel('Tax ID / EIN').fill('123456789')
  await adding.getByLabel('Business Type').selectOption('Retail')
  await adding.getByLabel('Status').selectOption('Pending')
  await expectSoundLook(page)
  await adding.getByRole('button', { name: 'Add Business' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Beacon Books' })).toBeVisible()
  await expect(page.getByText('12-3456789').first()).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
})

test('an administrator keeps notes and files for verifying a business', async ({ page }) => {
  await enter(page, administrator, '/admin/businesses')
  const { id } = await addBusiness(page, { name: 'Proof Books', email: 'office@proof.example' })
  await page.goto(`/admin/businesses/${id}`)
  await expect(page.getByText('No notes or files yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add note or file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add note or file' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(evidenceMissing).first()).toBeVisible()
  await dialog.getByLabel('Note').fill('Called the number on their website.')
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'registration.pdf', mimeType: 'application/pdf', buffer: textPdf(['Registered']) })
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const evidence = page.getByRole('list', { name: 'Evidence' })
  await expect(evidence).toContainText('Called the number on their website.')
  const download = page.waitForEvent('download')
  await evidence.getByRole('link', { name: 'registration.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('registration.pdf')
  await expectSoundLook(page)
  await evidence.getByRole('button', { name: 'Delete registration.pdf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No notes or files yet.')).toBeVisible()
})

test('an administrator adds a manager to a business, who stays its only manager', async ({
  page,
  app,
  complaints,
}) => {
  await enter(page, administrator, '/admin/businesses')
  const { id } = await addBusiness(page, { name: 'Ember Books', email: 'office@ember.example' })
  await page.goto(`/admin/businesses/${id}`)
  await page.getByRole('button', { name: 'Add User' }).click()
  const adds = page.getByRole('dialog', { name: 'Add User' })
  await adds.getByLabel('Full Name').fill(ivy.name)
  await adds.getByLabel('Email Address').fill(administrator.email)
  await adds.getByRole('button', { name: 'Add User' }).click()
  await expect(adds.getByRole('alert')).toContainText(
    'This address cannot be invited. Ask for a work address.',
  )
  await adds.getByLabel('Email Address').fill(ivy.email)
  await adds.getByLabel('Role').selectOption('Manager')
  await adds.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByRole('row').filter({ hasText: ivy.email })).toContainText('Active')
  await expect(page.getByRole('table', { name: 'Business Users' }).getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Role',
    'Status',
    'Added',
  ])
  expect(await app.emailedLink(ivy.email, '/reset-password')).toContain('#token=')
  await expectSoundLook(page)

  await page.getByRole('button', { name: ivy.name }).click()
  const profile = page.getByRole('dialog', { name: 'User Profile' })
  await profile.getByLabel('Role').selectOption('Viewer')
  await expect(profile.getByRole('alert')).toContainText('This is the only manager of the business.')
  await expect(profile.getByLabel('Role')).toHaveValue('manager')
  await expectSoundLook(page)
  const member = '**/api/admin/businesses/*/members/*'
  await page.route(member, (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await profile.getByLabel('Role').selectOption('Viewer')
  await expect(profile.getByRole('alert')).toContainText('Failed to update user role')
  await profile.getByLabel('Status').selectOption('Pending')
  await expect(profile.getByRole('alert')).toContainText('Failed to update user status')
  for (const status of [409, 500]) expectComplaint(complaints, `status of ${status}`)
})

test('an administrator activates and verifies a business', async ({ page, complaints }) => {
  await enter(page, administrator, '/admin/businesses')
  const fern = { name: 'Fern Books', email: 'office@fern.example', status: 'pending' as const }
  const { id } = await addBusiness(page, fern)
  await page.goto(`/admin/businesses/${id}`)
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Fern Books is now active.')).toBeVisible()
  await page.getByRole('switch', { name: 'Verified' }).click()
  await expect(page.getByText('Fern Books is now verified.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).getByRole('img')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Verified' })).toBeChecked()
  const one = /\/api\/admin\/businesses\/[\w-]+$/
  await page.route(one, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill(problem(500, 'internal', 'Broken'))
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Make inactive' }).click()
  await expect(page.getByText('Failed to update status')).toBeVisible()
  await page.getByRole('switch', { name: 'Verified' }).click()
  await expect(page.getByText('Failed to update verification status')).toBeVisible()
  expectComplaint(complaints, 'status of 500')
})

test('businesses are found, filtered and sorted', async ({ page }) => {
  await enter(page, administrator, '/admin/businesses')
  const [first] = await Promise.all([
    addBusiness(page, { name: 'Beacon Grove', email: 'desk@beacon-grove.example', type: 'Retail' }),
    addBusiness(page, { name: 'Alder Grove', email: 'desk@alder-grove.example', type: 'Healthcare' }),
    addBusiness(page, { name: 'Cove Grove', email: 'hello@cove-grove.example', taxId: '98-7654321' }),
  ])
  await callAs(page, 'PATCH', `/api/admin/businesses/${first.id}`, {
    version: first.version,
    isVerified: true,
  })
  const member = { name: 'Juno Reed', email: 'juno@beacon-grove.example' }
  await callAs(page, 'POST', `/api/admin/businesses/${first.id}/members`, member)
  await page.goto('/admin/businesses?q=Grove')
  const cards = page.getByRole('list', { name: 'Businesses' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  await expect(page.getByLabel('Type').getByRole('option')).toHaveText(['All Types', 'Retail', 'Healthcare'])
  await expect(cards.filter({ hasText: 'Beacon Grove' })).toContainText('Verified')
  await expectSoundLook(page)
  await page.getByLabel('Sort by').selectOption('Sort by Name')
  await expect(page).toHaveURL('/admin/businesses?q=Grove&sort=name.asc')
  await expect(cards.first()).toContainText('Alder Grove')
  await page.getByLabel('Sort by').selectOption('Sort by Users')
  await expect(page.getByRole('button', { name: 'Descending; sort ascending' })).toBeVisible()
  await expect(cards.first()).toContainText('Beacon Grove')
  await page.getByLabel('Verification').selectOption('Unverified')
  await expect(cards).toHaveCount(2)
  await page.getByLabel('Type').selectOption('Healthcare')
  await expect(cards).toHaveCount(1)
  await page.goto('/admin/businesses')
  await page.getByLabel('Search by name, email or tax ID...').fill('987654')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Cove Grove')
  await cards.getByRole('link').click()
  await page.getByRole('link', { name: 'Back to Businesses' }).click()
  await expect(page).toHaveURL('/admin/businesses?q=987654')
  await expect(cards).toHaveCount(1)
})

test('the later of two edits of a business is a conflict', async ({ page, complaints }) => {
  await enter(page, administrator, '/admin/businesses')
  const alder = await addBusiness(page, { name: 'Alder Clinic', email: 'desk@alder.example' })
  await page.goto(`/admin/businesses/${alder.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Business' })
  await edit.getByLabel('Business Name').fill('Alder Family Clinic')
  const verified = { version: alder.version, isVerified: true }
  await callAs(page, 'PATCH', `/api/admin/businesses/${alder.id}`, verified)
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByRole('alert')).toContainText('Someone else just changed this.')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await edit.getByLabel('Business Name').fill('Alder Family Clinic')
  await expectSoundLook(page)
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alder Family Clinic' })).toBeVisible()
  expectComplaint(complaints, 'status of 409')
})

test('a business is deleted after its name is typed, and is then not found', async ({ page, complaints }) => {
  await enter(page, administrator, '/admin/businesses')
  const cards = page.getByRole('list', { name: 'Businesses' }).getByRole('listitem')
  const { id } = await addBusiness(page, { name: 'Gable Goods', email: 'desk@gable.example' })
  await expect(cards.filter({ hasText: 'Gable Goods' })).toHaveCount(1)
  await page.goto(`/admin/businesses/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await question.getByRole('textbox').fill('Gable Goods')
  await expectSoundLook(page)
  const one = `**/api/admin/businesses/${id}`
  await page.route(one, (route) => route.fulfill(problem(500, 'internal', 'Broken')))
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('Failed to delete business')
  await page.unroute(one)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/admin/businesses')
  await expect(cards.first()).toBeVisible()
  await expect(cards.filter({ hasText: 'Gable Goods' })).toHaveCount(0)

  await page.goto(`/admin/businesses/${id}`)
  await expect(page.getByRole('alert')).toHaveText('Business not found')
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Return to Businesses' }).click()
  await expect(cards.first()).toBeVisible()
  await expect(cards.filter({ hasText: 'Gable Goods' })).toHaveCount(0)
  for (const status of [404, 500]) expectComplaint(complaints, `status of ${status}`)
})

test('failed saves show their messages, and a business that cannot be loaded links back to the list', async ({
  page,
  complaints,
}) => {
  await enter(page, administrator, '/admin/businesses')
  const { id } = await addBusiness(page, { name: 'Dune Dental', email: 'desk@dune.example' })
  const broken = problem(500, 'internal', 'Broken')
  await page.route(/\/api\/admin\/businesses(\/[\w-]+(\/members)?)?$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(broken),
  )
  await page.getByRole('button', { name: 'Add Business' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByLabel('Business Name').fill('Never')
  await adding.getByLabel('Business Email').fill('never@dune.example')
  await adding.getByRole('button', { name: 'Add Business' }).click()
  await expect(adding.getByRole('alert')).toContainText('Failed to add business')
  await page.goto(`/admin/businesses/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Failed to update business')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByRole('dialog').getByLabel('Full Name').fill('Never')
  await page.getByRole('dialog').getByLabel('Email Address').fill('never@dune.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Failed to add user')
  await page.route(`**/api/admin/businesses/${id}`, (route) => route.fulfill(broken))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load business details')
  await expect(page.getByRole('link', { name: 'Return to Businesses' })).toBeVisible()
  const list = '**/api/admin/businesses?*'
  await page.route(list, (route) => route.fulfill(problem(500, 'internal', 'An error occurred')))
  await page.goto('/admin/businesses')
  await expect(page.getByRole('alert')).toContainText('Error loading businesses: An error occurred')
  expectComplaint(complaints, 'status of 500')
})
