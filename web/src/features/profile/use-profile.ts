import { getProfile } from '@exempta/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { refreshPerson } from '../../lib/session-calls.ts'

const query = routeQuery(getProfile, {})

export const useProfile = () => useQuery(query)

/** After a change of the own account: the header and the other tabs show it, too. */
export async function refreshProfile() {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['profile'] }), refreshPerson()])
}
