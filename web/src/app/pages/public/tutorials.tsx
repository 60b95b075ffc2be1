import { useLoaderData } from 'react-router'
import { Tutorials } from '../../../features/public/tutorials.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { tutorials } from '../../content/content.server.ts'

const intro = 'Short videos and written guides about your account, uploading, processing and sharing.'

export const loader = () => tutorials.map(({ html: _html, text: _text, ...summary }) => summary)

export const meta = pageMeta('Tutorials', intro)

export default function TutorialsPage() {
  return <Tutorials tutorials={useLoaderData<typeof loader>()} intro={intro} />
}
