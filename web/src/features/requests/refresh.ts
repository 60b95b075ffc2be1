import { queryClient } from '../../lib/query.ts'

/** Everything that pages show of requests and lists. */
export const refreshRequests = () => queryClient.invalidateQueries({ queryKey: ['requests'] })
