import { useLoaderData } from 'react-router'
import { States } from '../../../features/knowledge/states.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { stateSummaries } from '../../content/states.server.ts'

const intro =
  'Which exemption certificates each state accepts, how long they last and where that is published.'

export const loader = () => stateSummaries

export const meta = pageMeta('Rules by state', intro)

export default function StatesPage() {
  return <States states={useLoaderData<typeof loader>()} intro={intro} />
}
