import { queryClient } from '../../lib/query.ts'

export const refreshApiAccess = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['business'] })
