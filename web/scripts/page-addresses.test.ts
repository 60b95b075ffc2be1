import { expect, test } from 'vitest'
import { pictureOf, sitemap, withAddresses } from './page-addresses.ts'

const pictures = new Set(['home', 'blog', 'blog-first'])

test('a page says its own address and what other sites may show of it', () => {
  const html =
    '<head><title>A &amp; B</title><meta name="description" content="About it"/></head><body></body>'
  const written = withAddresses(html, '/blog/first', pictures)
  expect(written).toContain('<link rel="canonical" href="https://public-url.invalid/blog/first"/>')
  expect(written).toContain('<meta property="og:title" content="A &amp; B"/>')
  expect(written).toContain('<meta property="og:description" content="About it"/>')
  expect(written).toContain('content="https://public-url.invalid/media/previews/blog-first.png"')
  expect(written).toMatch(/summary_large_image"\/><\/head><body>/)
})

test('a page without a picture of its own has that of its area, or of the product', () => {
  expect(['/blog/first', '/blog/other', '/terms', '/'].map((path) => pictureOf(path, pictures))).toEqual([
    'blog-first',
    'blog',
    'home',
    'home',
  ])
})

test('the sitemap names whole addresses', () => {
  expect(sitemap(['/', '/help'])).toContain('<url><loc>https://public-url.invalid/help</loc></url>')
})
