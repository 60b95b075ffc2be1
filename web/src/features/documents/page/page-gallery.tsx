import {
  type Document,
  type DocumentDetails,
  type DocumentPage,
  findingKinds,
  type Quad,
} from '@exempta/contract/documents'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { PagePicture } from '../../../shared/document-pictures.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { refreshDocuments } from '../document-actions.tsx'

/** What was found per kind, never its value. */
export function HiddenKinds({
  document: { findings, needsCheck },
}: {
  document: Pick<Document, 'findings' | 'needsCheck'>
}) {
  return (
    <Card title="What is hidden">
      {findings.length === 0 ? (
        <p className="text-ink-muted">
          {needsCheck
            ? 'Nothing yet. We need you to check the areas outlined in amber.'
            : 'We didn’t find anything to hide. Check the pages, and black out more if you want to.'}
        </p>
      ) : (
        <ul className="grid gap-2">
          {findings.map(({ kind, count }) => (
            <li key={kind} className="flex items-center gap-2.5">
              <EyeOff aria-hidden className="size-4 shrink-0 text-accent" />
              <span className="flex-1">{findingKinds[kind]}</span>
              <span className="text-ink-muted tabular-nums">
                <span className="sr-only">hidden </span>
                {count}×
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Outlines and names over a page's picture. Screen readers get the same words from the text below instead. */
export function HiddenOutlines({ findings }: Pick<DocumentPage, 'findings'>) {
  // Two kinds may be found in the very same place.
  const outlines = findings.map(({ kind, quad }, at) => ({ id: at, name: findingKinds[kind], quad }))
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <svg aria-hidden viewBox="0 0 1 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
        {outlines.map(({ id, quad }) => (
          <g key={id} fill="none" strokeLinejoin="round">
            <polygon
              points={pointsOf(quad)}
              vectorEffect="non-scaling-stroke"
              className="stroke-white"
              strokeWidth={5}
            />
            <polygon
              points={pointsOf(quad)}
              vectorEffect="non-scaling-stroke"
              className="stroke-teal-600"
              strokeWidth={2.5}
            />
          </g>
        ))}
      </svg>
      {outlines.map(({ id, name, quad }) => (
        <OutlineName key={id} quad={quad} name={name} />
      ))}
    </div>
  )
}

const roomAbove = 0.04
const rightSide = 0.6

/** Above the area where there is room, else below; never beyond the right edge. */
function OutlineName({ quad, name }: { quad: Quad; name: string }) {
  const xs = quad.map(([x]) => x)
  const ys = quad.map(([, y]) => y)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  const isBelow = top < roomAbove
  const across = left > rightSide ? { right: percent(1 - Math.max(...xs)) } : { left: percent(left) }
  return (
    <span
      className={classNames(
        'absolute rounded-sm bg-teal-700 px-1 text-[10px] leading-4 font-medium whitespace-nowrap text-white sm:text-[11px]',
        !isBelow && '-translate-y-full',
      )}
      style={{ ...across, top: percent(isBelow ? Math.max(...ys) : top) }}
    >
      {name}
    </span>
  )
}

const percent = (share: number) => `${Math.max(0, share) * 100}%`
const pointsOf = (quad: Quad) => quad.map((point) => point.join(',')).join(' ')

/** Every page as the recipient gets it, with hidden areas outlined and named. */
export function PageGallery({ document }: { document: DocumentDetails }) {
  const [isOutlined, setOutlined] = useState(true)
  return (
    <section aria-label="Pages" className="grid gap-4">
      <div className="rounded-card border border-line bg-surface px-5 py-3">
        <Switch
          label="Outline hidden areas"
          hint="Turn this off to see exactly what recipients see."
          isOn={isOutlined}
          onChange={setOutlined}
        />
      </div>
      {document.pages.map((page) => (
        <figure key={page.page} className="grid gap-2">
          <PagePicture document={document} page={page} onStale={refreshDocuments}>
            {isOutlined && <HiddenOutlines findings={page.findings} />}
          </PagePicture>
          <figcaption className="text-center text-ink-muted">
            Page {page.page} of {document.pages.length} · {hiddenWords(page)}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}

function hiddenWords({ findings }: DocumentPage): string {
  if (findings.length === 0) return 'nothing hidden'
  const kinds = [...new Set(findings.map(({ kind }) => findingKinds[kind]))]
  return `hidden: ${kinds.join(', ')}`
}
