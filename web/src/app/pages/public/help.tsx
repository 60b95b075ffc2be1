import { useLoaderData } from 'react-router'
import { HelpCenter } from '../../../features/public/help-center.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { faqs } from '../../content/content.server.ts'

const intro = 'Answers to common questions about uploading, redaction, sharing and your account.'

export const loader = () => ({
  faqs: faqs.map(({ text: _text, ...faq }) => faq),
  /** For search engines, which show questions with their answers. */
  data: {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, text }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  },
})

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => [
  ...pageMeta('Help Center', intro)(),
  ...(loaderData ? [{ 'script:ld+json': loaderData.data }] : []),
]

export default function HelpPage() {
  return <HelpCenter faqs={useLoaderData<typeof loader>().faqs} intro={intro} />
}
