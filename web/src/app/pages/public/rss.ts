import { publicUrlMark } from '../../../../server-marks.ts'
import { posts } from '../../content/content.server.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The build writes what this answers to `blog/rss.xml`. */
export function loader() {
  const items = posts.map(
    ({ slug, title, summary, category, date }) => `<item>
<title>${escaped(title)}</title>
<link>${publicUrlMark}/blog/${slug}</link>
<guid isPermaLink="true">${publicUrlMark}/blog/${slug}</guid>
<description>${escaped(summary)}</description>
<category>${escaped(category)}</category>
<pubDate>${new Date(date).toUTCString()}</pubDate>
</item>`,
  )
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Exempta Blog</title>
<link>${publicUrlMark}/blog</link>
<atom:link href="${publicUrlMark}/blog/rss.xml" rel="self" type="application/rss+xml"/>
<description>News and advice about tax-exemption documents.</description>
<language>en-us</language>
${items.join('\n')}
</channel></rss>
`
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml' } })
}
