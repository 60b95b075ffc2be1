import { expect, siteTest as test } from '../fixtures/test.ts'

test.use({ javaScriptEnabled: false })

test('the home page says everything specified without scripts', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Secure Tax Exemption Document Handling')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('link', { name: 'Business Sign Up' })).toHaveAttribute(
    'href',
    '/register?type=business',
  )
  for (const title of ['Automatic Redaction', 'Secure Document Sharing', 'Business Integration']) {
    await expect(
      page.getByRole('region', { name: 'Key Features' }).getByRole('heading', { name: title }),
    ).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'How It Works' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Trusted By' }).getByRole('listitem')).toHaveText([
    'Healthcare Partners',
    'Retail Enterprises',
    'Educational Institutions',
    'Government Contractors',
  ])
})

test('no form is sent before the code behind it is there, so that no password gets into an address', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/login')
})
