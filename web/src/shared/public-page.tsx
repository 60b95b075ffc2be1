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

/** Text of ours that the build made from Markdown. */
export function Article({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classNames('article', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by us and turned into HTML by the build
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

interface TextPageProps {
  title: string
  intro: string
  html: string
  parts: readonly { id: string; title: string }[]
  /** `2025-04-15`. */
  updated?: string | undefined
  children?: ReactNode
}

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A long text with a list of its parts, which stays in sight where there is room. */
export function TextPage({ title, intro, html, parts, updated, children }: TextPageProps) {
  return (
    <PublicPage
      title={title}
      intro={
        <>
          <p>{intro}</p>
          {updated && (
            <p className="mt-2 text-sm">
              Last updated <time dateTime={updated}>{inWords.format(new Date(updated))}</time>
            </p>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid max-w-[75ch] grid-cols-1 content-start gap-8">
          <Article html={html} />
          {children}
        </div>
        <nav aria-label="On this page" className="max-lg:order-first">
          <div className="sticky top-24 grid gap-2 rounded-card border border-line bg-surface p-5 text-sm">
            <p className="font-semibold">On this page</p>
            <ul className="grid gap-0.5">
              {parts.map(({ id, title: part }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-block rounded-sm py-1 text-ink-muted hover:text-ink hover:underline"
                  >
                    {part}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      </div>
    </PublicPage>
  )
}
