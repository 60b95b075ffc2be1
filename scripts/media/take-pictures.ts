import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn, slowTimeout } from './demo-pages.ts'

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

export async function takePictures(browser: Browser, baseURL: string, folder: string): Promise<void> {
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
