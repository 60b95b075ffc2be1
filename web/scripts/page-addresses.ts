import { publicUrlMark } from '../server-marks.ts'

/** The picture for links in chats and feeds: of the page itself, of its area, or of the product. */
export function pictureOf(path: string, pictures: ReadonlySet<string>): string {
  const own = path.slice(1).replaceAll('/', '-')
  const area = path.split('/')[1] ?? ''
  return [own, area].find((name) => pictures.has(name)) ?? 'home'
}

/**
 * Writes into a page what needs its whole address: the canonical link, and what other sites show of it. After React,
 * which would otherwise have to know the address in the browser too.
 */
export function withAddresses(html: string, path: string, pictures: ReadonlySet<string>): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? 'Exempta'
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
  const address = `${publicUrlMark}${path === '/' ? '/' : path}`
  const properties = {
    'og:type': path.startsWith('/blog/') ? 'article' : 'website',
    'og:site_name': 'Exempta',
    'og:title': title,
    ...(description && { 'og:description': description }),
    'og:url': address,
    'og:image': `${publicUrlMark}/media/previews/${pictureOf(path, pictures)}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
  }
  const tags = Object.entries(properties).map(
    ([name, content]) => `<meta property="${name}" content="${content}"/>`,
  )
  const head = [
    `<link rel="canonical" href="${address}"/>`,
    ...tags,
    '<meta name="twitter:card" content="summary_large_image"/>',
  ].join('')
  return html.replace('</head>', `${head}</head>`)
}

/** Every page that search engines may show. */
export const sitemap = (paths: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${publicUrlMark}${path}</loc></url>`).join('\n')}
</urlset>
`
