import { Switch } from '../../ui/switch.tsx'

interface ShortcutHintProps {
  canReview: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Phones have no keys: there it stays away. */
export function ShortcutHint({ canReview, isOn, onChange }: ShortcutHintProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-muted max-md:hidden">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Keys of="J">next</Keys>
        <Keys of="K">previous</Keys>
        <Keys of="Enter">open</Keys>
        {canReview && (
          <>
            <Keys of="V">verify</Keys>
            <Keys of="R">reject</Keys>
          </>
        )}
        <Keys of="/">search</Keys>
      </p>
      <Switch label="Letter keys" isOn={isOn} onChange={onChange} />
    </div>
  )
}

export const Keys = ({ of, children }: { of: string; children: string }) => (
  <span className="whitespace-nowrap">
    <kbd className="rounded border border-line-strong bg-surface px-1.5 py-0.5 font-mono text-ink">{of}</kbd>{' '}
    {children}
  </span>
)
