import { type KeyboardEvent, type ReactNode, useId } from 'react'

export interface Tab {
  value: string
  label: string
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}

/** Tabs above the content of the chosen one. Arrows, Home and End move between them and choose at once. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId()
  const at = tabs.findIndex((tab) => tab.value === value)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    }
    const next = tabs.at(places[event.key] ?? at)
    if (!next || !(event.key in places)) return
    event.preventDefault()
    document.getElementById(`${id}-${next.value}`)?.focus()
    onChange(next.value)
  }

  return (
    <div className="grid gap-6">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px border-b-2 border-transparent px-4 py-2.5 font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink focus-visible:outline-offset-[-2px] aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the content of a tab follows it in the order of focus
        tabIndex={0}
        className="min-w-0 rounded-control"
      >
        {tabs[at]?.content}
      </div>
    </div>
  )
}
