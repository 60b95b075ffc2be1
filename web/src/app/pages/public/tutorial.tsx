import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TutorialPage } from '../../../features/public/tutorials.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { loadWritten } from '../../../lib/written-page.ts'
import { tutorials } from '../../content/content.server.ts'
import { NotFound } from '../../shell/not-found.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const at = tutorials.findIndex(({ slug }) => slug === params.slug)
  const tutorial = tutorials[at]
  if (!tutorial) throw new Error('There is no such tutorial.')
  const next = tutorials[at + 1]
  return { tutorial: withoutWords(tutorial), next: next && { ...withoutWords(next), html: '' } }
}

const withoutWords = ({ text: _text, ...tutorial }: (typeof tutorials)[number]) => tutorial

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadWritten<Awaited<ReturnType<typeof loader>>>(args)

export const meta = loadedMeta<typeof loader>(({ tutorial }) => ({
  title: tutorial.title,
  description: tutorial.summary,
}))

export default function OneTutorialPage() {
  const page = useLoaderData<typeof clientLoader>()
  return page ? <TutorialPage {...page} /> : <NotFound />
}
