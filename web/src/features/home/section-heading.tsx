import type { ReactNode } from 'react'

export function SectionHeading({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-2xl gap-3 text-center">
      <h2 id={id} className="text-3xl font-semibold tracking-tight text-balance">
        {title}
      </h2>
      {children && <p className="text-lg text-balance text-ink-muted">{children}</p>}
    </div>
  )
}
