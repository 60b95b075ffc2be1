import { queryClient } from '../../../lib/query.ts'

export const refreshTemplates = () => queryClient.invalidateQueries({ queryKey: ['reports'] })
