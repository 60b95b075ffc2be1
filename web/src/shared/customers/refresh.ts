import { queryClient } from '../../lib/query.ts'

/** Everything that pages show of customers. Answers, requests and received documents name them, too. */
export const refreshCustomers = async (): Promise<void> => {
  await Promise.all(
    ['customers', 'coverage', 'requests', 'received'].map((topic) =>
      queryClient.invalidateQueries({ queryKey: [topic] }),
    ),
  )
}
