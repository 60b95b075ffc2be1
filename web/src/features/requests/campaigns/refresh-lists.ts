import { listCampaigns } from '@exempta/contract/requests/campaigns'
import { queryClient } from '../../../lib/query.ts'

/** Only the table of lists: a list that was just replaced or deleted must not be asked for again. */
export const refreshLists = () =>
  queryClient.invalidateQueries({ queryKey: ['requests', listCampaigns.path] })
