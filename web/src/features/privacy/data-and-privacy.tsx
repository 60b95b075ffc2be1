import type { Role } from '@exempta/contract/people'
import { Download, SlidersHorizontal, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Card } from '../../ui/card.tsx'

const entries = [
  {
    label: 'Download my data',
    Icon: Download,
    Dialog: lazy(() => import('./download-data-dialog.tsx')),
  },
  {
    label: 'Privacy settings',
    Icon: SlidersHorizontal,
    Dialog: lazy(() => import('./privacy-settings-dialog.tsx')),
  },
  {
    label: 'Delete my account',
    Icon: Trash2,
    Dialog: lazy(() => import('./delete-account-dialog.tsx')),
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
      {Dialog && (
        <Suspense>
          <Dialog personRole={personRole} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}
