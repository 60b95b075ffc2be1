import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { StateRules } from '../../../features/knowledge/states.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { statePageOf } from '../../content/states.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) => statePageOf(params.state)

export const meta = loadedMeta<typeof loader>(({ name }) => ({
  title: `${name}: exemption certificates`,
  description: `Which exemption certificates ${name} accepts, how long they last and where that is published.`,
}))

export default function StatePage() {
  return <StateRules page={useLoaderData<typeof loader>()} />
}
