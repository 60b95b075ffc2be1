import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Document } from '@exempta/contract/documents'
import { callAs, registered } from '../accounts/people.ts'
import { type LaunchedApp, launchApp } from '../fixtures/launch-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { textPdf } from '../fixtures/text-pdf.ts'
import { expectComplaint } from '../shell/as-person.ts'

/** The product as one program with its embedded database, which a journey may kill and start again. */
async function startRestartable() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-e2e-'))
  let running: LaunchedApp = await launchApp(dataDir)
  const { url } = running
  return {
    url,
    output: running.output,
    kill: () => running.child.kill('SIGKILL'),
    async startAgain() {
      running = await launchApp(dataDir, [], { PORT: new URL(url).port })
    },
    async stop() {
      await running.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const test = testWith(startRestartable)

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const small = textPdf(['Resale certificate', 'Seller: Lakeside Supply'])
/** Large enough to be on its way for many seconds. */
const large = Buffer.from(
  textPdf(['Exemption certificate', 'Purchaser: Riverside School'])
    .toString('latin1')
    .replace('trailer', `%${'x'.repeat(2_000_000)}\ntrailer`),
  'latin1',
)

test('uploads go on by themselves when the program is killed and started again', async ({
  app,
  page,
  complaints,
}) => {
  await registered(page)
  await page.goto('/user/upload')
  const devTools = await page.context().newCDPSession(page)
  const slowed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slowed)

  await page
    .getByLabel('Drag and drop files here')
    .setInputFiles([pdf('small.pdf', small), pdf('large.pdf', large)])
  await page.getByRole('button', { name: 'Process Documents' }).click()
  // The first file is accepted and waits to be read; the second is on its way.
  const second = page.getByRole('list', { name: 'Chosen files' }).locator('> li').nth(1)
  await expect(second.getByText(/Uploading [1-9]\d%/)).toBeVisible({ timeout: 60_000 })
  app.kill()
  await expect(second.getByText('Connection lost. The upload continues when it’s back…')).toBeVisible()
  await app.startAgain()

  await expect(page.getByText('Your documents have been successfully processed!')).toBeVisible({
    timeout: 150_000,
  })
  const { items } = await callAs<{ items: Document[] }>(page, 'GET', '/api/documents')
  expect(items.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['large.pdf', 'processed'],
    ['small.pdf', 'processed'],
  ])
  expectComplaint(complaints, 'ERR_')
})
