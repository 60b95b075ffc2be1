import { getTwoFactor } from '@exempta/contract/two-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { routeQuery } from '../../lib/query.ts'
import { refreshPerson } from '../../lib/session-calls.ts'

const query = routeQuery(getTwoFactor, {})

/** Which second factors the person has. `refresh` after each change: the session also tells of it. */
export function useTwoFactor() {
  const client = useQueryClient()
  const state = useQuery(query)
  const refresh = async () => {
    await Promise.all([client.invalidateQueries({ queryKey: query.queryKey }), refreshPerson()])
  }
  return { ...state, refresh }
}
