import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { authenticatorCode } from '../fixtures/authenticator-code.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'
import { callAs, enter, logIn, type NewAccount, newPerson, registered } from './people.ts'

const stepMs = 30_000

/** A device that holds passkeys and agrees to everything. */
async function givePasskeyDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Password, picture, first code; answers the key of the app and the backup codes. */
async function enable(page: Page, password: string, now: () => Promise<number>) {
  const dialog = page.getByRole('dialog', { name: 'Enable Two-Factor' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(dialog.getByLabel('Verification code')).toBeFocused()
  const key = await dialog.getByRole('code').innerText()
  await dialog.getByLabel('Verification code').fill(authenticatorCode(key, await now()))
  await dialog.getByRole('button', { name: 'Verify and enable' }).click()
  const codes = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { dialog, key, backupCodes: await codes.allTextContents() }
}

/** A person on their profile page with two-factor enabled. */
async function protectedPerson(page: Page, app: JourneyApp) {
  const person = await registered(page)
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Enable Two-Factor' }).click()
  const { dialog, ...secrets } = await enable(page, person.password, () => app.advance(0))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Disable Two-Factor' })).toBeVisible()
  return { person, ...secrets }
}

async function logOutAndIn(page: Page, person: NewAccount): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, person)
}

test('a person enables two-factor, keeps the backup codes and logs in with one of them', async ({
  page,
  app,
}) => {
  const person = await registered(page)
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Enable Two-Factor' }).click()
  const { dialog, backupCodes } = await enable(page, person.password, () => app.advance(0))
  await expectSoundLook(page)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await (await saved).path()
  for (const code of backupCodes) expect(await readFile(file, 'utf8')).toContain(code)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('We won’t show these codes again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable Two-Factor' })).toBeVisible()

  await logOutAndIn(page, person)
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  await expect(page.getByText('You used a backup code. 9 codes are left.')).toBeVisible()
  await page.goto('/user/profile')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
})

test('a person adds a passkey, logs in with it and removes it', async ({ page, app, complaints }) => {
  await givePasskeyDevice(page)
  const { person } = await protectedPerson(page, app)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add passkey' })
  await adding.getByLabel('Passkey name').fill('Work laptop')
  await adding.getByLabel('Your password', { exact: true }).fill('not the password')
  await adding.getByRole('button', { name: 'Add passkey' }).click()
  await expect(adding.getByRole('alert')).toHaveText('The password you entered is incorrect.')
  expectComplaint(complaints, 'status of 403')
  await adding.getByLabel('Your password', { exact: true }).fill(person.password)
  await adding.getByRole('button', { name: 'Add passkey' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('Work laptop')
  await expect(adding).toHaveCount(0)
  await expectSoundLook(page)

  await logOutAndIn(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/user/dashboard')

  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  const removing = page.getByRole('dialog', { name: /Remove/ })
  await removing.getByLabel('Your password', { exact: true }).fill(person.password)
  await removing.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys).toHaveCount(0)
})

test('a person gets new backup codes and disables two-factor, each with a code that works once', async ({
  page,
  app,
  complaints,
}) => {
  const { person, key, backupCodes } = await protectedPerson(page, app)
  await logOutAndIn(page, person)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Get new codes' }).click()
  const renewing = page.getByRole('dialog', { name: 'Get new backup codes' })
  await renewing.getByLabel('Your password', { exact: true }).fill(person.password)
  const used = authenticatorCode(key, await app.advance(2 * stepMs))
  await renewing.getByLabel('Verification code').fill(used)
  await renewing.getByRole('button', { name: 'Get new codes' }).click()
  await expect(renewing.getByRole('listitem')).toHaveCount(10)
  await renewing.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await page.getByRole('button', { name: 'Disable Two-Factor' }).click()
  const leaving = page.getByRole('dialog', { name: 'Disable Two-Factor' })
  await leaving.getByLabel('Your password', { exact: true }).fill(person.password)
  await leaving.getByLabel('Verification code').fill(used)
  await leaving.getByRole('button', { name: 'Disable Two-Factor' }).click()
  await expect(leaving.getByRole('alert'), 'a code works once').toHaveText(
    'That code isn’t right. Please try again.',
  )
  expectComplaint(complaints, 'status of 401')
  await leaving.getByLabel('Verification code').fill(authenticatorCode(key, await app.advance(2 * stepMs)))
  await leaving.getByRole('button', { name: 'Disable Two-Factor' }).click()
  await expect(page.getByRole('button', { name: 'Enable Two-Factor' })).toBeVisible()
})

test('a manager who must use two-factor enables it before anything else', async ({
  page,
  browser,
  baseURL,
  app,
}) => {
  const office = await browser.newContext({ ...(baseURL && { baseURL }) })
  const officePage = await office.newPage()
  await enter(officePage, administrator, '/admin/dashboard')
  const require = (isRequired: boolean) =>
    callAs(officePage, 'PATCH', '/api/admin/settings', {
      changes: { 'security.requireTwoFactorForManagers': isRequired },
      seen: { 'security.requireTwoFactorForManagers': !isRequired },
    })
  await require(true)
  try {
    const manager = await registered(page, newPerson('business'))
    await page.goto('/business/documents')
    await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible()
    await expectSoundLook(page)
    await page.getByRole('button', { name: 'Enable Two-Factor' }).click()
    const { dialog } = await enable(page, manager.password, () => app.advance(0))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Received Documents' })).toBeVisible()
    await expect(page).toHaveURL('/business/documents')
    await page.goto('/business/profile?tab=account')
    await expect(page.getByText('Your role requires it')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Disable Two-Factor' })).toHaveCount(0)
  } finally {
    await require(false)
    await office.close()
  }
})
