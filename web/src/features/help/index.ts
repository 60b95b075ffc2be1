export { HelpCenter } from './help-center.tsx'
export type { SearchEntry } from './search-entries.ts'
