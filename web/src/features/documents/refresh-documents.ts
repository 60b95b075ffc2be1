import { queryClient } from '../../lib/query.ts'

export const refreshDocuments = () => void queryClient.invalidateQueries({ queryKey: ['documents'] })
