/**
 * `npm run media`: films, pictures and previews for the public pages, taken from the running product with its demo.
 * `npm run media -- previews` draws the previews alone; `pictures` and `sample` do the same for what their names say. Films need ffmpeg (Debian: apt-get install ffmpeg).
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startApp } from '../../e2e/fixtures/start-app.ts'
import { findChromium } from '../development/find-chromium.ts'
import { root } from '../run-command.ts'
import { drawPreviews, drawSample } from './draw-sample.ts'
import { lessons } from './lessons.ts'
import { hidePointer, Recorder, signIn, slowTimeout } from './recorder.ts'

const customer = 'Hillcrest Elementary School'

/** Pictures that no lesson takes, by name: the steps up to the moment of each. */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  async counter(page) {
    await signIn(page, 'business@demo.exempta.example', '/business/counter')
    await page.getByLabel('Location').selectOption('Duluth, MN')
    const found = page.getByRole('button', { name: customer }).first()
    // The demo is still processing the certificates of its customers.
    for (let looks = 0; looks < 100 && !(await found.isVisible()); looks++) {
      await page.getByRole('searchbox').fill('')
      await page.getByRole('searchbox').fill(customer)
      await page.waitForTimeout(3000)
    }
    await found.click()
    await page.getByText('Don’t charge sales tax.').waitFor(slowTimeout)
  },
  async wallet(page) {
    await signIn(page, 'user@demo.exempta.example', '/user/wallet')
    await page.waitForLoadState('networkidle')
  },
}

async function takePictures(browser: Browser, baseURL: string, folder: string): Promise<void> {
  for (const [name, open] of Object.entries(pictures)) {
    const page = await browser.newPage({
      baseURL,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await open(page)
    const file = path.join(folder, `${name}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 72 })
      .toFile(file)
    await page.close()
  }
}

const media = path.join(root, 'web/public/media')
const asked = process.argv.slice(2)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)

const { executablePath, args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
if (isAsked('previews')) await drawPreviews(browser)
if (isAsked('sample')) await drawSample()
const chosen = Object.entries(lessons).filter(([name]) => isAsked(name))
if (chosen.length > 0 || isAsked('pictures')) {
  for (const folder of ['lessons', 'guides']) await mkdir(path.join(media, folder), { recursive: true })
  const app = await startApp(['--demo'])
  for (const [name, lesson] of chosen) {
    const page = await browser.newPage({
      baseURL: app.url,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    try {
      const film = await Recorder.start(page)
      await lesson(film, async (picture) => {
        await hidePointer(page)
        const file = path.join(media, 'guides', `${picture}.webp`)
        await sharp(await page.screenshot())
          .webp({ quality: 72 })
          .toFile(file)
      })
      await film.save(path.join(media, 'lessons', name), 0.6)
    } catch (error) {
      // The other lessons are filmed all the same.
      const picture = path.join(root, 'test-results', `${name}.png`)
      await page.screenshot({ path: picture, fullPage: true })
      console.error(`${name} was not filmed at ${page.url()} (${picture}):`, error)
      process.exitCode = 1
    }
    await page.close()
  }
  // Last, when the demo has become lively.
  if (isAsked('pictures')) await takePictures(browser, app.url, path.join(media, 'guides'))
  await app.stop()
}
await browser.close()
