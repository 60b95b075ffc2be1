import { getProfile } from '@exempta/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { loadSession } from '../../lib/session-calls.ts'
import { broadcastSessionNews } from '../../lib/session-store.ts'

const query = routeQuery(getProfile, {})

export const useProfile = () => useQuery(query)

/** After a change of the own account: the header and the other tabs show it, too. */
export async function refreshProfile() {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['profile'] }), loadSession()])
  broadcastSessionNews('user-updated')
}
