import type { Setting } from '@exempta/contract/settings'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SectionForm } from './section-form.tsx'
import type { Section } from './sections.ts'

interface SectionCardProps {
  section: Section
  settings: readonly Setting[]
  onReload: () => Promise<readonly Setting[] | undefined>
}

/** What the fields show is held here: a change by somebody else must not slip under what is being typed. */
export function SectionCard({ section, settings, onReload }: SectionCardProps) {
  const [seen, setSeen] = useState({ settings, times: 0 })
  const changes = section.fields.flatMap(
    ({ key }) => seen.settings.find((setting) => setting.key === key)?.updatedAt ?? [],
  )
  const lastChange = changes.sort().at(-1)
  async function reload() {
    const latest = await onReload()
    if (latest) setSeen(({ times }) => ({ settings: latest, times: times + 1 }))
  }
  return (
    <Card title={section.title} description={section.description}>
      <SectionForm
        key={seen.times}
        section={section}
        settings={seen.settings}
        onSaved={(saved) => setSeen(({ times }) => ({ settings: saved, times }))}
        onReload={reload}
      />
      {lastChange && (
        <p className="mt-4 text-xs text-ink-muted">
          Last changed <RelativeTime at={lastChange} />.
        </p>
      )}
    </Card>
  )
}
