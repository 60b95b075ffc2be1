/**
 * What a developer sees with `npm run dev`, on a copy of the sources so that nothing here can touch the real ones.
 * The copy has no packages of its own: it finds those of this repository, below which it is made. Only the sandbox may not
 * read them there, so the demo's documents stay unprocessed.
 */
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { logIn } from './accounts/people.ts'
import { launchApp } from './fixtures/launch-app.ts'
import { type App, demoPerson } from './fixtures/start-app.ts'
import { expect as expectSoon, testWith } from './fixtures/test.ts'

// Vite translates each page when it is asked for, which takes long on a busy machine.
const expect = expectSoon.configure({ timeout: 60_000 })

const root = path.join(import.meta.dirname, '..')
const copied = ['contract', 'knowledge', 'redaction', 'server', 'web', 'scripts', 'tsconfig.base.json']
const notCopied = new Set(['node_modules', 'build', 'golden', 'test', '.react-router'])

const closedEarly = /^console warning: WebSocket .*\/api\/live' failed: WebSocket is closed before/

interface DevelopmentApp extends App {
  folder: string
}

const test = testWith(async (): Promise<DevelopmentApp> => {
  await mkdir(path.join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(path.join(root, '.cache', 'development-'))
  for (const name of copied) {
    const filter = (file: string) => !notCopied.has(path.basename(file))
    await cp(path.join(root, name), path.join(folder, name), { recursive: true, filter })
  }
  const script = path.join(folder, 'scripts', 'development', 'dev.ts')
  const { end, ...app } = await launchApp(path.join(folder, 'data'), [], {}, script)
  return {
    ...app,
    folder,
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
})

test('a developer logs in, edits a component and sees it change without a reload', async ({
  page,
  app,
  complaints,
}) => {
  await page.goto('/login')
  // In development the code of the form comes late, and replaces what was typed before.
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await logIn(page, demoPerson('user'))
  await expect(page).toHaveURL('/user/dashboard')
  await expect(page.getByText('Recently Shared With')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const file = await fileWith(app.folder, 'web/src', 'Recently Shared With')
  await edit(file, 'Recently Shared With', 'Edited by a developer')

  await expect(page.getByText('Edited by a developer')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  // In development React runs every effect twice, which closes the first socket before it is open.
  const unexpected = complaints.splice(0).filter((complaint) => !closedEarly.test(complaint))
  expect(unexpected).toEqual([])
})

test('a developer edits the API and the next call is answered by the new code', async ({ request, app }) => {
  // Calls wait while the API restarts, which takes long on a busy machine.
  const timeout = 120_000
  const referrerPolicy = async () =>
    (await request.get('/api/health', { timeout })).headers()['referrer-policy']
  expect(await referrerPolicy()).toBe('no-referrer')

  const file = await fileWith(app.folder, 'server/src/platform', "'referrer-policy': 'no-referrer'")
  await edit(file, "'referrer-policy': 'no-referrer'", "'referrer-policy': 'same-origin'")

  await expect.poll(referrerPolicy, { timeout }).toBe('same-origin')
  const readiness = async () => (await request.get('/api/ready', { timeout })).status()
  await expect.poll(readiness, { timeout }).toBe(200)
})

/** The source is found by what it says, so that it may move. */
async function fileWith(folder: string, below: string, text: string): Promise<string> {
  const found: string[] = []
  for await (const name of glob(`${below}/**/*.{ts,tsx}`, { cwd: folder })) {
    const file = path.join(folder, name)
    if (!name.includes('.test.') && (await readFile(file, 'utf8')).includes(text)) found.push(file)
  }
  const [file] = found
  if (!file || found.length > 1) throw new Error(`One file should hold ${text}, not ${found.length}.`)
  return file
}

async function edit(file: string, before: string, after: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(before, after))
}
