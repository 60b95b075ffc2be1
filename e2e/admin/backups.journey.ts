import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { launchApp } from '../fixtures/launch-app.ts'
import { administrator, withAdministrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

const passphrase = 'correct horse battery staple'

/** The product as one program with its embedded database, whose backups are made of a copy. */
async function startWithBackups() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-e2e-'))
  const env = { ...withAdministrator, BACKUP_PASSPHRASE: passphrase }
  const running = await launchApp(dataDir, [], env)
  return {
    ...running,
    async stop() {
      await running.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const test = testWith(startWithBackups)

const lasting = { timeout: 240_000 }

test('an administrator makes a backup, tests it, downloads it with the password, and restores it on another machine', async ({
  page,
  complaints,
}) => {
  test.setTimeout(800_000)
  await enter(page, administrator, '/admin/backups')
  await expect(page.getByText('There’s no backup yet. Make one now.')).toBeVisible()
  await expect(page.getByText('Made every day from 03:00 UTC')).toBeVisible()
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Complete', lasting)
  await expect(row).toContainText('Not tested')
  await expect(page.getByText('There’s no backup yet.')).toHaveCount(0)

  await row.getByRole('button', { name: 'Test' }).click()
  await expect(row).toContainText('Tested on', lasting)
  await expectSoundLook(page)

  await row.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download backup' })
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('The password you entered is incorrect.')).toBeVisible()
  expectComplaint(complaints, 'status of 403')
  await expectSoundLook(page)
  await dialog.getByLabel('Your password').fill(administrator.password)
  const arriving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^exempta-.*\.backup$/)
  const backup = await download.path()
  expect((await readFile(backup)).length).toBeGreaterThan(10_000)

  // Another machine, where nothing is yet.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-e2e-'))
  const empty = await launchApp(dataDir)
  try {
    const link = () => empty.output.join('\n').match(/https?:\S+\/setup#token=[\w-]+/)?.[0]
    await expect.poll(link, 'the set-up link on the console').toBeDefined()
    await page.goto(`${empty.url}/setup${new URL(link() ?? '').hash}`)
    await page.getByRole('button', { name: 'Restore a backup' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('Please choose a backup').first()).toBeVisible()
    await page.getByLabel('Backup').setInputFiles(backup)
    await page.getByLabel('Passphrase').fill('not the passphrase')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('The passphrase is wrong for this backup.').first()).toBeVisible()
    expectComplaint(complaints, 'status of 409')
    await expectSoundLook(page)
    await page.getByLabel('Passphrase').fill(passphrase)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('The backup is restored.')).toBeVisible(lasting)
    // It didn't answer while it started again.
    complaints.length = 0
    await expectSoundLook(page)
    await page.getByRole('link', { name: 'Go to login' }).click()
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${empty.url}/admin/dashboard`)
    await page.goto('about:blank')
  } finally {
    await empty.end()
    await rm(dataDir, { recursive: true, force: true })
  }
})
