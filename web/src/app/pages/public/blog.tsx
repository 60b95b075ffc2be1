import { useLoaderData } from 'react-router'
import { Blog } from '../../../features/public/blog.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { posts } from '../../content/content.server.ts'

const intro =
  'News and advice about tax-exemption documents: certificates, card photos, and sharing with care.'

export const loader = () => posts.map(({ html: _html, text: _text, ...summary }) => summary)

export const meta = () => [
  ...pageMeta('Blog', intro)(),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'Exempta Blog',
    href: '/blog/rss.xml',
  },
]

export default function BlogPage() {
  return <Blog posts={useLoaderData<typeof loader>()} intro={intro} />
}
