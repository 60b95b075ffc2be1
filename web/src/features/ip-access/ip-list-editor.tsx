import type { IpListAnswer } from '@exempta/contract/ip-lists'
import { limits } from '@exempta/contract/limits'
import { Globe, X } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PlainIconButton } from '../../ui/plain-icon-button.tsx'
import { AddRangeForm } from './add-range-form.tsx'

interface IpListEditorProps {
  list: IpListAnswer
  /** What an empty list means here. */
  openText: string
  onSave: (ranges: string[], seen: string[]) => Promise<void>
}

/** Collects additions and removals; nothing applies until they are saved together. */
export function IpListEditor({ list, openText, onSave }: IpListEditorProps) {
  const [ranges, setRanges] = useState<readonly string[]>(list.ranges)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isChanged = ranges.join() !== list.ranges.join()

  function change(next: readonly string[]) {
    setFailure(undefined)
    setRanges(next)
  }
  async function save() {
    setSaving(true)
    setFailure(undefined)
    try {
      await onSave([...ranges], list.ranges)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className="grid gap-4">
      {ranges.length === 0 ? (
        <p className="flex items-start gap-2 rounded-control bg-subtle px-3 py-2">
          <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
          {openText}
        </p>
      ) : (
        <ul aria-label="Allowed networks" className="divide-y divide-line rounded-control border border-line">
          {ranges.map((range) => (
            <li key={range} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 font-mono break-all">{range}</span>
              <PlainIconButton
                size="sm"
                label={`Remove ${range}`}
                icon={<X aria-hidden />}
                onClick={() => change(ranges.filter((other) => other !== range))}
              />
            </li>
          ))}
        </ul>
      )}
      {ranges.length < limits.ipRanges && (
        <AddRangeForm
          ranges={ranges}
          ownAddress={list.yourAddress}
          onAdd={(range) => change([...ranges, range])}
        />
      )}
      {failure && <Banner tone="danger">{failure}</Banner>}
      {isChanged && (
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={() => change(list.ranges)}>
            Cancel
          </Button>
          <Button isLoading={isSaving} onClick={() => void save()}>
            Save Changes
          </Button>
        </div>
      )}
    </div>
  )
}
