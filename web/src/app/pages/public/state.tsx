import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { StateRules } from '../../../features/knowledge/states.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { loadWritten } from '../../../lib/written-page.ts'
import { statePageOf } from '../../content/states.server.ts'
import { NotFound } from '../../shell/not-found.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => statePageOf(params.state)

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadWritten<Awaited<ReturnType<typeof loader>>>(args)

export const meta = loadedMeta<typeof loader>(({ name }) => ({
  title: `${name}: exemption certificates`,
  description: `Which exemption certificates ${name} accepts, how long they last and where that is published.`,
}))

export default function StatePage() {
  const page = useLoaderData<typeof clientLoader>()
  return page ? <StateRules page={page} /> : <NotFound />
}
