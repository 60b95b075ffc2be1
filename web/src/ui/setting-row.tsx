import type { ReactNode } from 'react'

interface SettingRowProps {
  title: ReactNode
  /** Beside the title: the state in a word. */
  badge?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One setting: its name and current value on the left, its actions on the right. */
export function SettingRow({ title, badge, description, actions, children }: SettingRowProps) {
  return (
    <div className="grid gap-3 border-line py-4 not-first:border-t first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {title}
            {badge}
          </p>
          {description && <div className="text-ink-muted">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
