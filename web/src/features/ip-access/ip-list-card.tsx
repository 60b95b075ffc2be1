import {
  getAdminIpList,
  getBusinessIpList,
  updateAdminIpList,
  updateBusinessIpList,
} from '@exempta/contract/ip-lists'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { IpListEditor } from './ip-list-editor.tsx'

const areas = {
  admin: {
    get: getAdminIpList,
    update: updateAdminIpList,
    description: 'The networks from which administrators may work.',
    openText: 'The list is empty: administrators may work from anywhere.',
  },
  business: {
    get: getBusinessIpList,
    update: updateBusinessIpList,
    description: 'The networks from which your team may use Exempta.',
    openText: 'The list is empty: your team may work from anywhere.',
  },
}

/** The list of allowed networks of the admin area or of the own business. */
export function IpListCard({ area }: { area: keyof typeof areas }) {
  const { get, update, description, openText } = areas[area]
  const query = routeQuery(get, {})
  const { data, error, isRefetching, refetch } = useQuery(query)
  async function save(ranges: string[], seen: string[]) {
    queryClient.setQueryData(query.queryKey, await call(update, { body: { ranges, seen } }))
    toast.success('The allowed networks were saved.')
  }
  return (
    <Card title="IP access" description={description}>
      {data ? (
        <IpListEditor key={data.ranges.join()} list={data} openText={openText} onSave={save} />
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-24" label="Loading allowed networks" />
      )}
    </Card>
  )
}
