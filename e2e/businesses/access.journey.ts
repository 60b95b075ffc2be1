import type { Page } from '@playwright/test'
import { callAs, enter, newPerson } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { demoPerson } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** With the demo, which has an administrator and a business with an active manager. */
const test = testWith(() => startJourneyApp(['--demo']))

interface Listed {
  items: { id: string; name: string; version: number; email: string }[]
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function businessOf(admin: Page, name: string) {
  const { items } = await callAs<Listed>(
    admin,
    'GET',
    `/api/admin/businesses?search=${encodeURIComponent(name)}`,
  )
  const [business] = items
  if (!business) throw new Error(`There is no business named ${name}`)
  return business
}

/** A person who has joined the business. */
async function joined(page: Page, app: JourneyApp, manager: Page, role = 'viewer') {
  const { name, email, password } = newPerson()
  await callAs(manager, 'POST', '/api/business/invitations', { email, role })
  const link = await app.emailedLink(email, '/invitation')
  await page.goto(link)
  await page.getByLabel('Full Name').fill(name)
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(password)
  }
  await page.getByRole('button', { name: 'Join the team' }).click()
  await expect(page).toHaveURL('/business/dashboard')
  return { name, email, link }
}

test('a member sees live that access is paused, restored, removed and given again', async ({
  page: member,
  browser,
  app,
}) => {
  const { page: manager } = await elsewhere(browser, app)
  const { page: admin } = await elsewhere(browser, app)
  await Promise.all([
    enter(manager, demoPerson('lakeside'), '/business/team'),
    enter(admin, demoPerson('admin'), '/admin/dashboard'),
  ])
  const { name, email, link } = await joined(member, app, manager)
  await member.goto('/business/documents')
  await expect(heading(member, 'Received Documents')).toBeVisible()
  const business = await businessOf(admin, 'Lakeside')
  const members = `/api/admin/businesses/${business.id}/members`
  const setStatus = async (status: string) => {
    const { items } = await callAs<Listed>(admin, 'GET', members)
    const own = items.find((item) => item.email === email)
    await callAs(admin, 'PATCH', `${members}/${own?.id}`, { status, version: own?.version })
  }
  await setStatus('pending')
  await expect(heading(member, 'Your access to Lakeside Office Goods is paused')).toBeVisible()
  await expectSoundLook(member)
  await setStatus('active')
  await expect(heading(member, 'Received Documents')).toBeVisible()

  await manager.getByRole('button', { name: `Remove ${name}` }).click()
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(heading(member, 'You’re not on a team right now')).toBeVisible()
  await expectSoundLook(member)
  await member.getByRole('main').getByRole('link', { name: 'My account' }).click()
  await expect(heading(member, 'My account')).toBeVisible()
  await member.goBack()
  await expect(heading(member, 'You’re not on a team right now')).toBeVisible()

  const other = await member.context().newPage()
  await callAs(manager, 'POST', '/api/business/invitations', { email, role: 'viewer' })
  const newest = () => app.emailedLink(email, '/invitation')
  await expect.poll(newest).not.toBe(link)
  await other.goto(await newest())
  await other.getByRole('button', { name: 'Join the team' }).click()
  await expect(other).toHaveURL('/business/dashboard')
  await expect(heading(member, 'Received Documents')).toBeVisible()
})

test('members of a business see live that it is inactive, and active again', async ({
  page: manager,
  browser,
  app,
}) => {
  const { page: admin } = await elsewhere(browser, app)
  await Promise.all([
    enter(manager, demoPerson('lakeside'), '/business/dashboard'),
    enter(admin, demoPerson('admin'), '/admin/dashboard'),
  ])
  const { id } = await businessOf(admin, 'Lakeside')
  const setStatus = async (status: string) => {
    const { version } = await callAs<{ version: number }>(admin, 'GET', `/api/admin/businesses/${id}`)
    await callAs(admin, 'PATCH', `/api/admin/businesses/${id}`, { status, version })
  }
  await expect(heading(manager, 'Dashboard')).toBeVisible()
  await setStatus('inactive')
  await expect(heading(manager, 'Lakeside Office Goods is inactive')).toBeVisible()
  await expectSoundLook(manager)
  await manager.getByRole('main').getByRole('link', { name: 'View Documents' }).click()
  await expect(heading(manager, 'Received Documents')).toBeVisible()
  await expect(manager.getByText('Your business is inactive')).toBeVisible()
  await manager.goBack()
  await setStatus('active')
  await expect(heading(manager, 'Dashboard')).toBeVisible()
})

test('a manager who leaves the business sends it no more requests, in any tab', async ({
  page: leaving,
  browser,
  app,
}) => {
  const { page: manager } = await elsewhere(browser, app)
  await enter(manager, demoPerson('lakeside'), '/business/team')
  await joined(leaving, app, manager, 'manager')
  const other = await leaving.context().newPage()
  for (const tab of [leaving, other]) {
    await tab.goto('/business/team')
    await expect(tab.getByRole('button', { name: 'Leave the business' })).toBeVisible()
  }
  const refused: string[] = []
  leaving.context().on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await leaving.getByRole('button', { name: 'Leave the business' }).click()
  await leaving.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  for (const tab of [leaving, other]) {
    await expect(heading(tab, 'You’re not on a team right now')).toBeVisible()
    await tab.waitForLoadState('networkidle')
  }
  expect(refused).toEqual([])
})
