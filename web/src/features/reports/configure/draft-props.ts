import type { ReportDefinition } from '@exempta/contract/reports'

/** What every part of the panel gets: the report as it is being put together. */
export interface DraftProps {
  draft: ReportDefinition
  onChange: (draft: ReportDefinition) => void
}
