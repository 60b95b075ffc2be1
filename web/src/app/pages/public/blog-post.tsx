import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { BlogPost } from '../../../features/public/blog.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { loadWritten } from '../../../lib/written-page.ts'
import { posts } from '../../content/content.server.ts'
import { NotFound } from '../../shell/not-found.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const found = posts.find(({ slug }) => slug === params.slug)
  if (!found) throw new Error('There is no such post.')
  const { text: _text, ...post } = found
  return post
}

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadWritten<Awaited<ReturnType<typeof loader>>>(args)

export const meta = loadedMeta<typeof loader>((post) => ({
  title: post.title,
  description: post.summary,
  data: {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    datePublished: post.date,
    articleSection: post.category,
    author: { '@type': 'Organization', name: 'Exempta' },
  },
}))

export default function BlogPostPage() {
  const post = useLoaderData<typeof clientLoader>()
  return post ? <BlogPost post={post} /> : <NotFound />
}
