import { listWebhooks } from '@exempta/contract/webhooks'
import { queryClient } from '../../lib/query.ts'

/** The list, each webhook and each log: their addresses begin alike. */
export const refreshWebhooks = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.startsWith(listWebhooks.path),
  })
