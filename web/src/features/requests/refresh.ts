import { listCampaigns } from '@exempta/contract/requests/campaigns'
import { queryClient } from '../../lib/query.ts'

/** Everything that pages show of requests and lists. */
export const refreshRequests = () => queryClient.invalidateQueries({ queryKey: ['requests'] })

/** Only the table of lists: a list that was just replaced or deleted must not be asked for again. */
export const refreshLists = () =>
  queryClient.invalidateQueries({ queryKey: ['requests', listCampaigns.path] })
