import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from './breadcrumb.tsx'

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  crumbs?: readonly Crumb[]
  actions?: ReactNode
}

/** The page's one h1, with its acts beside it. */
export function PageHeader({ title, description, crumbs, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 grid gap-3">
      {crumbs && <Breadcrumb crumbs={crumbs} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {description && <p className="max-w-prose text-ink-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  )
}
