import { callAs, newPerson, registered } from '../accounts/people.ts'
import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

test('an invited person joins the business, once', async ({ page, browser, app, complaints }) => {
  const business = await registered(page, newPerson('business'))
  const colleague = newPerson()
  await callAs(page, 'POST', '/api/business/invitations', { email: colleague.email, role: 'viewer' })
  const link = await app.emailedLink(colleague.email, '/invitation')

  const elsewhere = await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' })
  const theirs = await elsewhere.newPage()
  await theirs.goto(link)
  await expect(theirs).toHaveURL('/invitation')
  await expect(theirs.getByText(business.businessName ?? '')).toBeVisible()
  await expect(theirs.getByText(colleague.email)).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByLabel('Full Name').fill(colleague.name)
  for (const label of ['Password', 'Confirm Password']) {
    await theirs.getByLabel(label, { exact: true }).fill(colleague.password)
  }
  await theirs.getByRole('button', { name: 'Join the team' }).click()
  await expect(theirs).toHaveURL('/business/dashboard')
  await expect(theirs.getByRole('link', { name: colleague.name })).toBeVisible()
  await elsewhere.close()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  expectComplaint(complaints, 'status of 410')
})
