import { csvLine, csvStart } from '@exempta/contract/csv'
import { downloadReport, type ReportDefinition, type ReportResult } from '@exempta/contract/reports'
import { Download, Monitor, Rows3 } from 'lucide-react'
import { addressOf } from '../../lib/api.ts'
import { saveTextFile } from '../../lib/save-text-file.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

interface ExportMenuProps {
  definition: ReportDefinition
  pages: readonly ReportResult[] | undefined
  isDisabled: boolean
}

/** What is on screen is written here; everything is streamed by the server. */
export function ExportMenu({ definition, pages, isDisabled }: ExportMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="secondary" disabled={isDisabled}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </Button>
      }
      items={[
        {
          label: 'Rows on screen',
          icon: <Monitor aria-hidden />,
          isDisabled: !pages,
          onSelect: () => pages && saveTextFile(fileName(definition), screenTable(pages)),
        },
        {
          label: 'All rows',
          icon: <Rows3 aria-hidden />,
          onSelect: () => {
            location.assign(addressOf(downloadReport, { query: { definition: JSON.stringify(definition) } }))
          },
        },
      ]}
    />
  )
}

const fileName = ({ name }: ReportDefinition) => `${name} ${new Date().toISOString().slice(0, 10)}.csv`

function screenTable(pages: readonly ReportResult[]): string {
  const headings = pages[0]?.columns.map(({ label }) => label) ?? []
  const cells = pages.flatMap(({ rows }) => rows)
  const asText = (cell: (typeof cells)[number][number]) => (typeof cell === 'boolean' ? String(cell) : cell)
  return csvStart + csvLine(headings) + cells.map((row) => csvLine(row.map(asText))).join('')
}
