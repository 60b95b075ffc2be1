import {
  type Document,
  type DocumentDetails,
  type DocumentPage,
  findingKinds,
} from '@exempta/contract/documents'
import { documentAddress } from '@exempta/contract/documents/files'
import { hiddenItems } from '@exempta/contract/documents/hidden-items'
import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { boxAround } from '../../../shared/page-viewer/geometry.ts'
import type { Highlight } from '../../../shared/page-viewer/highlights.tsx'
import { PageViewer, type ViewerLink } from '../../../shared/page-viewer/page-viewer.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { refreshDocuments } from '../document-actions.tsx'

/** What is hidden, numbered through the document. One card number has one number, however many boxes hide it. */
export function hiddenHighlights({ pages }: Pick<DocumentDetails, 'pages'>): Highlight[] {
  const findings = pages.flatMap(({ page, findings }) => findings.map((finding) => ({ page, ...finding })))
  return hiddenItems(findings, pages).map(({ page, kind, quads }, at) => ({
    id: `hidden-${at + 1}`,
    page,
    box: boxAround(quads),
    shapes: quads,
    tone: 'hidden',
    label: findingKinds[kind],
    mark: `${at + 1}`,
  }))
}

interface HiddenKindsProps {
  document: Pick<Document, 'findings' | 'needsCheck'>
  /** The numbered boxes; empty while they carry no numbers. */
  highlights: readonly Highlight[]
  link: ViewerLink
  outlines?: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  /** Hides more. */
  action?: ReactNode
}

/** What was found per kind, never its value. The numbers lead to the boxes on the pages. */
export function HiddenKinds({
  document: { findings, needsCheck },
  highlights,
  link,
  outlines,
  action,
}: HiddenKindsProps) {
  return (
    <Card title="What is hidden">
      {findings.length === 0 ? (
        <p className="text-ink-muted">
          {needsCheck
            ? 'Nothing yet. We need you to check the areas outlined in amber.'
            : 'We didn’t find anything to hide. Check the pages, and black out more if you want to.'}
        </p>
      ) : (
        <ul aria-label="What is hidden" className="grid max-h-96 gap-2.5 overflow-y-auto">
          {findings.map(({ kind, count }) => {
            const boxes = highlights.filter(({ label }) => label === findingKinds[kind])
            return (
              <li key={kind} className="grid gap-1">
                <span className="flex items-center gap-2.5">
                  <EyeOff aria-hidden className="size-4 shrink-0 text-accent" />
                  <span className="flex-1">{findingKinds[kind]}</span>
                  <span className="text-ink-muted tabular-nums">
                    <span className="sr-only">hidden </span>
                    {count}×
                  </span>
                </span>
                {boxes.length > 0 && (
                  <span className="flex flex-wrap gap-1 pl-6.5">
                    {boxes.map((box) => (
                      <BoxNumber key={box.id} box={box} link={link} />
                    ))}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {outlines && findings.length > 0 && (
        <div className="mt-4 border-t border-line pt-3">
          <Switch
            label="Outline hidden areas"
            hint="Turn this off to see exactly what recipients see."
            isOn={outlines.isOn}
            onChange={outlines.onChange}
          />
        </div>
      )}
      {action && <div className="mt-4">{action}</div>}
    </Card>
  )
}

function BoxNumber({ box, link: { viewer, activeId, onActive } }: { box: Highlight; link: ViewerLink }) {
  return (
    <button
      type="button"
      aria-label={`Show ${box.mark}: ${box.label}, page ${box.page}`}
      onPointerEnter={() => onActive(box.id)}
      onPointerLeave={() => onActive(undefined)}
      onFocus={() => onActive(box.id)}
      onBlur={() => onActive(undefined)}
      onClick={() => viewer.current?.focusHighlight(box.id)}
      className={classNames(
        'h-6 min-w-6 rounded-full border px-1.5 text-xs font-semibold tabular-nums',
        box.id === activeId
          ? 'border-accent bg-accent text-on-accent'
          : 'border-line-strong/60 bg-surface text-ink hover:bg-subtle',
      )}
    >
      {box.mark}
    </button>
  )
}

interface HiddenPagesProps {
  document: DocumentDetails
  /** Empty to see exactly what recipients see. */
  highlights: readonly Highlight[]
  link: ViewerLink
  panel: ReactNode
}

/** Every page as the recipient gets it, with hidden areas outlined and numbered. */
export function HiddenPages({ document, highlights, link, panel }: HiddenPagesProps) {
  return (
    <PageViewer
      ref={link.viewer}
      label="Pages"
      pages={document.pages}
      addressOf={({ page }) => documentAddress.page(document.id, document.version, page)}
      onStale={refreshDocuments}
      highlights={highlights}
      activeId={link.activeId}
      onActive={link.onActive}
      captionOf={hiddenWords}
      panel={panel}
    />
  )
}

function hiddenWords({ findings }: DocumentPage): string {
  if (findings.length === 0) return 'Nothing hidden on this page'
  const kinds = [...new Set(findings.map(({ kind }) => findingKinds[kind]))]
  return `Hidden: ${kinds.join(', ')}`
}
