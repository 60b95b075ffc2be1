import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The only time that a key is on a page. */
export function KeyShown({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <div className="grid gap-4 pb-4">
      <Banner tone="warning" title="Copy the key now.">
        It is not shown again. Whoever has it can do all that it may do: keep it where you keep passwords.
      </Banner>
      <div className="grid gap-2 rounded-control bg-subtle p-3">
        <code className="text-sm [overflow-wrap:anywhere] select-all">{apiKey}</code>
        <div>
          <CopyButton text={apiKey} label="Copy key" />
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
