import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TutorialPage } from '../../../features/public/tutorials.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { tutorials } from '../../content/content.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const at = tutorials.findIndex(({ slug }) => slug === params.slug)
  const tutorial = tutorials[at]
  if (!tutorial) throw new Error('There is no such tutorial.')
  const next = tutorials[at + 1]
  return { tutorial: withoutWords(tutorial), next: next && { ...withoutWords(next), html: '' } }
}

const withoutWords = ({ text: _text, ...tutorial }: (typeof tutorials)[number]) => tutorial

export const meta = loadedMeta<typeof loader>(({ tutorial }) => ({
  title: tutorial.title,
  description: tutorial.summary,
}))

export default function OneTutorialPage() {
  return <TutorialPage {...useLoaderData<typeof loader>()} />
}
