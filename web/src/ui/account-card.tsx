import type { ReactNode } from 'react'
import { LogoMark } from './logo.tsx'

interface AccountCardProps {
  title: string
  description?: ReactNode
  below?: ReactNode
  children: ReactNode
}

/** The frame of login, registration and the like. */
export function AccountCard({ title, description, below, children }: AccountCardProps) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 px-4 py-12 sm:py-20">
      <div className="grid justify-items-center gap-3 text-center">
        <LogoMark className="size-12 rounded-xl" />
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="text-ink-muted">{description}</p>}
      </div>
      <div className="rounded-card border border-line bg-surface p-6 sm:p-8">{children}</div>
      {below && <p className="text-center text-sm text-ink-muted">{below}</p>}
    </div>
  )
}
