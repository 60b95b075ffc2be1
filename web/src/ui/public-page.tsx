import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface PublicPageProps {
  title: string
  intro?: ReactNode
  /** Above the title: where the page belongs. */
  above?: ReactNode
  /** Text is read in a narrow column. */
  width?: 'text' | 'wide'
  children: ReactNode
}

/** A page that informs: a band with its title, then its content. */
export function PublicPage({ title, intro, above, width = 'wide', children }: PublicPageProps) {
  const column = classNames('mx-auto px-4 sm:px-6', width === 'text' ? 'max-w-[800px]' : 'max-w-[1200px]')
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className={classNames(column, 'grid gap-3 py-10 md:py-14')}>
          {above}
          <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
          {intro && <div className="max-w-2xl text-lg leading-relaxed text-ink-muted">{intro}</div>}
        </div>
      </header>
      <div className={classNames(column, 'grid grid-cols-1 gap-10 py-10 md:py-14')}>{children}</div>
    </>
  )
}
