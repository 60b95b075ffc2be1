import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { launchApp } from '../fixtures/launch-app.ts'
import { administrator, withAdministrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

/** The product as one program with its embedded database, whose backups are made of a copy. */
async function startWithBackups() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-e2e-'))
  const env = { ...withAdministrator, BACKUP_PASSPHRASE: 'correct horse battery staple' }
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

const lasting = { timeout: 150_000 }

test('an administrator makes a backup, tests that it can be restored, and downloads it with the password', async ({
  page,
  complaints,
}) => {
  test.setTimeout(400_000)
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
  expect((await readFile(await download.path())).length).toBeGreaterThan(10_000)
})
