import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The only time that a secret is on a page. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="grid gap-4 pb-4">
      <Banner tone="warning" title="Copy the secret now.">
        It is not shown again. Your server checks with it that an event comes from Exempta.
      </Banner>
      <div className="grid gap-2 rounded-control bg-subtle p-3">
        <code className="text-sm [overflow-wrap:anywhere] select-all">{secret}</code>
        <div>
          <CopyButton text={secret} label="Copy secret" />
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
