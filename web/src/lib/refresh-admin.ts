import { queryClient } from './query.ts'

/** Lists, details and the dashboard of administrators show the same things. */
export const refreshAdmin = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })
