import { queryClient } from '../../lib/query.ts'

/** Documents name whom they are shared with, so they are out of date too. */
export async function refreshShares(): Promise<void> {
  await Promise.all(
    ['shares', 'documents'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  )
}
