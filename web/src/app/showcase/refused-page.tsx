import { getHealth } from '@exempta/contract/admin/health'
import { useQuery } from '@tanstack/react-query'
import { pageMeta } from '../../lib/page-meta.ts'
import { routeQuery } from '../../lib/query.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export const meta = pageMeta('A page that may be refused')

/** A signed-in page with one call, for tests of what happens when the server refuses it. */
export default function RefusedPage() {
  const { data } = useQuery(routeQuery(getHealth, {}))
  return <PageHeader title="A page that may be refused" description={data?.status} />
}
