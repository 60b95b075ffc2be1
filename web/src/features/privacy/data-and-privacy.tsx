import type { Role } from '@exempta/contract/people'
import { Download, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { Card } from '../../ui/card.tsx'

const DeleteAccountDialog = onDemand(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)
const DownloadDataDialog = onDemand(
  async () => (await import('./download-data-dialog.tsx')).DownloadDataDialog,
)
const PrivacySettingsDialog = onDemand(
  async () => (await import('./privacy-settings-dialog.tsx')).PrivacySettingsDialog,
)

const entries = [
  {
    label: 'Download my data',
    Icon: Download,
    Dialog: DownloadDataDialog,
  },
  {
    label: 'Privacy settings',
    Icon: SlidersHorizontal,
    Dialog: PrivacySettingsDialog,
  },
  {
    label: 'Delete my account',
    Icon: Trash2,
    Dialog: DeleteAccountDialog,
    isDanger: true,
  },
]

/** What every person can do with what is held about them. */
export function DataAndPrivacy({ personRole }: { personRole: Role }) {
  const [opened, setOpened] = useState<string>()
  const Dialog = entries.find(({ label }) => label === opened)?.Dialog
  return (
    <Card title="Data & Privacy">
      <ul className="-mx-2 -mb-2 grid">
        {entries.map(({ label, Icon, isDanger }) => (
          <li key={label}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(label)}
              className={classNames(
                'flex w-full items-center gap-2.5 rounded-control px-2 py-2 text-left font-medium transition-colors hover:bg-subtle',
                isDanger ? 'text-danger-ink' : 'text-accent-ink',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {label}
            </button>
          </li>
        ))}
      </ul>
      {Dialog && <Dialog personRole={personRole} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}
