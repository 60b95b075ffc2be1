import { readdir } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

// One product for all journeys of this file.
test.describe.configure({ mode: 'default' })

/** Every page in the sitemap. */
async function listedPages(request: APIRequestContext, base: string): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(20)
  for (const address of addresses) expect(address.startsWith(base)).toBe(true)
  return addresses.map((address) => new URL(address).pathname)
}

const idsIn = (html: string) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))

test('every link of every public page leads somewhere, and each page says its own address', async ({
  request,
  app,
}) => {
  const pages = new Map<string, string>()
  const read = async (path: string) => {
    const known = pages.get(path)
    if (known !== undefined) return known
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    const isText = /html|xml|json|text/.test(answer.headers()['content-type'] ?? '')
    const body = isText ? await answer.text() : ''
    pages.set(path, body)
    return body
  }
  const base = app.url
  const titles = new Set<string>()
  for (const path of await listedPages(request, base)) {
    const html = await read(path)
    expect(html).toContain(`<link rel="canonical" href="${base}${path}"/>`)
    expect(html).not.toContain('public-url.invalid')
    expect(html, path).not.toContain('This page is not ready yet')
    const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? []
    expect(titles.has(title), `${path} has a title of its own`).toBe(false)
    titles.add(title)
    expect(html, path).toMatch(/<meta name="description" content="[^"]{40,}"/)
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    await read(new URL(picture).pathname)

    const links = [...html.matchAll(/\s(?:href|src|poster)="([^"]+)"/g)].map(([, link = '']) => link)
    for (const link of links.map((text) => text.replaceAll('&amp;', '&'))) {
      if (/^(?:mailto|data):/.test(link)) continue
      const { origin, pathname, hash } = new URL(link, base + path)
      expect(origin, `${path} leads to another site: ${link}`).toBe(base)
      const target = await read(pathname)
      if (hash) expect(idsIn(target).has(hash.slice(1)), `${path} → ${link}`).toBe(true)
    }
  }
  expect(await read('/robots.txt')).toContain(`Sitemap: ${base}/sitemap.xml`)
  const feed = await read('/blog/rss.xml')
  const posts = await readdir('web/content/blog')
  expect([...feed.matchAll(/<item>/g)]).toHaveLength(posts.length)
  expect(feed).toContain(`<link>${base}/blog/`)
  expect((await request.get('/blog/no-such-post')).status()).toBe(404)
})

test('the help search finds an answer by any of its words, marks them, and keeps the search in the address', async ({
  page,
}) => {
  await page.goto('/help')
  await expect(page.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/tutorials')
  const structured = await page.locator('script[type="application/ld+json"]').textContent()
  const { mainEntity } = JSON.parse(structured ?? '') as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  expect(mainEntity.length).toBeGreaterThanOrEqual(3)
  const search = page.getByRole('searchbox', { name: 'Search for help' })
  const results = page.getByRole('region', { name: 'Search results' })
  for (const [at, { name, acceptedAnswer }] of mainEntity.entries()) {
    const words = acceptedAnswer.text.match(/[a-z]{4,}/gi) ?? []
    const word = words[(at * 7) % words.length] ?? ''
    await search.fill(word)
    await expect(results.getByRole('status')).toContainText(`“${word}”`)
    await expect(results.getByRole('link', { name, exact: true }), `${name} by ${word}`).toBeVisible()
    await expect(results.locator('mark').first()).toHaveText(new RegExp(`^${word}$`, 'i'))
  }
  await search.fill('mailbox seven daylight')
  await expect(results.getByText('Try different words')).toBeVisible()
  await search.fill('Iowa limit')
  const post = results.getByRole('link', { name: /certificate expire/ })
  await expect(post).toBeVisible()
  await expect(page).toHaveURL(/\/help\?q=Iowa\+limit$/)
  await post.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'When does an exemption certificate expire?',
  )
  await expect(page.getByText('min read').first()).toBeVisible()
  await page.goBack()
  await expect(post).toBeVisible()
})

test('a lesson plays with captions', async ({ page }) => {
  await page.goto('/tutorials')
  for (const words of ['5 minutes · video 31', '8 minutes · video', '6 minutes · video 24'])
    await expect(page.getByText(words)).toBeVisible()
  await page.getByRole('link', { name: 'Getting Started' }).click()
  const video = page.locator('video')
  await expect(video).toBeVisible()
  const state = () =>
    video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true
      await element.play()
      const [track] = element.textTracks
      return { seconds: element.duration, isAhead: element.currentTime > 0, cues: track?.cues?.length ?? 0 }
    })
  await expect.poll(async () => (await state()).isAhead).toBe(true)
  await expect.poll(async () => (await state()).cues).toBeGreaterThan(3)
  expect((await state()).seconds).toBeGreaterThan(10)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  const expectText = async (page: Page, address: string, ...words: (string | RegExp)[]) => {
    await page.goto(address)
    for (const word of words) await expect(page.getByText(word).first(), address).toBeVisible()
  }

  test('all public texts are readable without scripts', async ({ page, request, app }) => {
    for (const address of [...(await listedPages(request, app.url)), '/forgot-password']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
      expect((await page.getByRole('main').innerText()).length, address).toBeGreaterThan(60)
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Help Center' })).toBeVisible()
      await expect(page.getByRole('button', { name: /theme/ }), address).toBeHidden()
    }
    await expectText(
      page,
      '/terms',
      'April 15, 2025',
      '18 or older',
      '30 days',
      'non-refundable unless required by law',
    )
    await expectText(page, '/about', '10K+', '1M+', '99.9%', '24/7')
    await expectText(page, '/contact', 'Mon-Fri 9:00-6:00 EST', 'Sat 10:00-4:00 EST', 'Sun closed')
    // While administrators have named no other address, it is the one that emails come from.
    const support = 'mail@exempta.example'
    await expect(page.getByRole('link', { name: support })).toHaveAttribute('href', `mailto:${support}`)
    await expect(page.getByRole('heading', { name: 'Phone' })).toBeHidden()
    await expectText(
      page,
      '/careers',
      'Senior Software Engineer',
      'Product Manager',
      'Customer Success Manager',
    )
    await expectText(page, '/help', 'How do I upload a document?', 'PDF, JPG and PNG')
    await expect(page.getByRole('searchbox')).toBeHidden()
  })
})
