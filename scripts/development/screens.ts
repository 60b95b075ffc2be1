/** `npm run screens -- / /login …`: pictures of pages of a running product, in test-results/screens. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { root } from '../run-command.ts'
import { findChromium } from './find-chromium.ts'

const widths = [1280, 360]
const themes = ['light', 'dark'] as const
const folder = path.join(root, 'test-results', 'screens')
const base = process.env.SCREENS_URL ?? 'http://localhost:3000'
const paths = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const { executablePath, args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
for (const colorScheme of themes) {
  for (const width of widths) {
    const page = await browser.newPage({
      baseURL: base,
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: width > 600 ? 800 : 740 },
    })
    for (const address of paths.length > 0 ? paths : ['/']) {
      await page.goto(address, { waitUntil: 'networkidle' })
      const name = address.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
      const file = path.join(folder, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path: file, fullPage: true })
      console.log(file)
    }
    await page.close()
  }
}
await browser.close()
