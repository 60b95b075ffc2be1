import { queryClient } from '../../lib/query.ts'

/** The dashboard lists the team, too. */
export async function refreshTeam(): Promise<void> {
  await Promise.all(
    ['business', 'received'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  )
}
