import { hiddenItems } from '@exempta/contract/documents/hidden-items'
import type { FindingCounts } from '../../../platform/db/column-values.ts'

/** How many values were hidden, by kind. */
export function countFindings(...[findings, pages]: Parameters<typeof hiddenItems>): FindingCounts {
  const counts: FindingCounts = {}
  for (const { kind } of hiddenItems(findings, pages)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
