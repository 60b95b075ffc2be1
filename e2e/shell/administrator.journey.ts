import { startApp } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from './as-person.ts'

const person = { name: 'Ada Admin', email: 'ada@exempta.example', password: 'correct horse battery staple' }

test('the first administrator is set up with the printed link, signs out and in again', async ({
  page,
  complaints,
}) => {
  test.slow()
  const app = await startApp()
  try {
    const link = () => app.output.join('\n').match(/https?:\S+\/setup#token=[\w-]+/)?.[0]
    await expect.poll(link, 'the set-up link on the console').toBeDefined()
    const { hash } = new URL(link() ?? '')

    await page.goto(`${app.url}/setup${hash}`)
    await expect(page).toHaveURL(`${app.url}/setup`)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByRole('alert')).toContainText('Please check the marked fields.')
    await expect(page.getByLabel('Full Name')).toBeFocused()

    await page.getByLabel('Full Name').fill(person.name)
    await page.getByLabel('Email Address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page).toHaveURL(`${app.url}/admin/dashboard`)
    await expect(page.getByRole('banner').getByRole('link', { name: person.name })).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${app.url}/login`)

    await page.goto(`${app.url}/admin/audit`)
    await expect(page).toHaveURL(`${app.url}/login?returnTo=%2Fadmin%2Faudit`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The email or password you entered is incorrect. Please try again.',
    )
    await expect(page.getByLabel('Email')).toHaveValue(person.email)

    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${app.url}/admin/audit`)
    expectComplaint(complaints, 'status of 401')
    await page.goto('about:blank')
  } finally {
    await app.stop()
  }
})

test('the set-up page without its link says what is missing', async ({ page }) => {
  await page.goto('/setup')
  await expect(page.getByText('use the one-time link')).toBeVisible()
})
