import { archivePageAddress, splitArchiveFile } from '@exempta/contract/archive'
import { Scissors } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { type Cuts, cutsOf, movedCut, partsOf } from './cuts.ts'
import { KeyButton } from './key-button.tsx'
import type { QuestionProps } from './short-questions.tsx'

/** A cut on its way: before which page it was, and where it is now. */
interface Dragged {
  from: number
  to: number
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** The pages as thumbnails with the cuts between them, which are set and removed by pressing them, and can be moved. */
export function SplitQuestion({ file, isBusy, attempt, areKeysOn }: QuestionProps) {
  const { id, version, pageCount, proposedParts } = file
  const [set, setCuts] = useState(() => cutsOf(proposedParts ?? [], pageCount))
  const [dragged, setDragged] = useState<Dragged>()
  const cuts: Cuts = dragged ? { ...set, starts: movedCut(set.starts, dragged) } : set
  const toggle = (at: keyof Cuts, page: number) => {
    const next = new Set(set[at])
    if (!next.delete(page)) next.add(page)
    setCuts({ ...set, [at]: next })
  }
  const parts = partsOf(cuts, pageCount)

  function drag(event: PointerEvent<HTMLOListElement>) {
    const to = dragged && pageAt(event)
    if (to && to > 1 && to <= pageCount) setDragged({ ...dragged, to })
  }
  function drop() {
    setCuts(cuts)
    setDragged(undefined)
  }
  function moveByKey(event: KeyboardEvent<HTMLButtonElement>, from: number) {
    const to = from + (steps[event.key] ?? 0)
    if (to === from || !cuts.starts.has(from) || cuts.starts.has(to) || to < 2 || to > pageCount) return
    event.preventDefault()
    setCuts({ ...set, starts: movedCut(set.starts, { from, to }) })
    event.currentTarget.closest('ol')?.querySelector<HTMLElement>(`[data-cut="${to}"]`)?.focus()
  }

  return (
    <div className="grid gap-4">
      <p>
        This file holds several certificates. Press the scissors where a new one begins, or move a cut with
        the mouse or the arrow keys. Leave out pages that you don’t need, such as blank ones.
      </p>
      <ol
        className="flex flex-wrap gap-y-5 select-none"
        aria-label="Pages"
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerLeave={() => setDragged(undefined)}
        onPointerCancel={() => setDragged(undefined)}
      >
        {Array.from({ length: pageCount }, (_, at) => at + 1).map((page) => {
          const isOut = cuts.leftOut.has(page)
          const isCut = cuts.starts.has(page)
          return (
            <li key={page} data-page={page} className="flex">
              <button
                type="button"
                data-cut={page}
                aria-pressed={isCut}
                aria-label={`A new certificate begins on page ${page}`}
                title={isCut ? 'Remove this cut, or drag it' : 'Cut here'}
                onClick={() => toggle('starts', page)}
                onKeyDown={(event) => moveByKey(event, page)}
                onPointerDown={() => isCut && setDragged({ from: page, to: page })}
                className={classNames(
                  'mx-1 flex w-7 items-center justify-center rounded-sm border-l-4',
                  page === 1 && 'invisible',
                  isCut
                    ? 'cursor-grab border-accent text-accent-ink'
                    : 'border-transparent text-ink-muted hover:border-line-strong',
                )}
              >
                <Scissors aria-hidden className="size-4" />
              </button>
              <div className="grid w-28 content-start gap-1 sm:w-44">
                <img
                  loading="lazy"
                  draggable={false}
                  src={archivePageAddress(id, version, page)}
                  alt={`Page ${page}`}
                  className={classNames(
                    'aspect-[17/22] w-full rounded-sm border border-line bg-white object-contain',
                    isOut && 'opacity-40',
                  )}
                />
                <span className="text-xs text-ink-muted">
                  {labelOf(page, parts)}
                  {proposedParts?.map(
                    ({ from, customer }) =>
                      customer && from === page && <strong key={from}> for {customer}</strong>,
                  )}
                </span>
                <div>
                  <Button
                    size="sm"
                    variant="ghost"
                    className="-ml-3"
                    aria-pressed={isOut}
                    onClick={() => toggle('leftOut', page)}
                  >
                    {isOut ? 'Keep' : 'Leave out'}
                    <span className="sr-only"> page {page}</span>
                  </Button>
                </div>
              </div>
            </li>
          )
        })}
      </ol>
      <div>
        <KeyButton
          of="y"
          variant="primary"
          areKeysOn={areKeysOn}
          isLoading={isBusy}
          isDisabled={parts.length === 0}
          onPress={() =>
            void attempt(() => call(splitArchiveFile, { params: { id }, body: { version, parts } }))
          }
        >
          {parts.length === 1 ? 'Keep as one certificate' : `Split into ${parts.length} certificates`}
        </KeyButton>
      </div>
    </div>
  )
}

/** Before which page a cut would be dropped: in the right half of a page, it's after it. */
function pageAt({ target, clientX }: PointerEvent): number | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-page]') : null
  if (!item) return undefined
  const { left, width } = item.getBoundingClientRect()
  return Number(item.dataset.page) + (clientX > left + width / 2 ? 1 : 0)
}

function labelOf(page: number, parts: ReturnType<typeof partsOf>): string {
  const at = parts.findIndex(({ from, to }) => page >= from && page <= to)
  return at === -1 ? `Page ${page}, left out` : `Page ${page}, certificate ${at + 1}`
}
