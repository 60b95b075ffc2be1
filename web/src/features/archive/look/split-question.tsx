import { type ArchiveFileDetails, archivePageAddress, splitArchiveFile } from '@exempta/contract/archive'
import { Scissors } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'

interface SplitQuestionProps {
  file: ArchiveFileDetails
  isBusy: boolean
  attempt: (work: () => Promise<unknown>) => Promise<void>
}

/** The pages as thumbnails with the cuts between them, which are set and removed by pressing them. */
export function SplitQuestion({ file, isBusy, attempt }: SplitQuestionProps) {
  const { id, version, pageCount } = file
  const [cuts, setCuts] = useState(() => cutsOf(file))
  const change = (at: keyof typeof cuts, page: number) => {
    const next = new Set(cuts[at])
    if (!next.delete(page)) next.add(page)
    setCuts({ ...cuts, [at]: next })
  }
  const parts = partsOf(cuts, pageCount)
  const numberOf = (page: number) => parts.findIndex(({ from, to }) => page >= from && page <= to) + 1
  const pages = Array.from({ length: pageCount }, (_, at) => at + 1)
  return (
    <div className="grid gap-4">
      <p>
        This file holds several certificates. Press the scissors where a new one begins, and leave out pages
        that you don’t need, such as blank ones.
      </p>
      <ol className="flex flex-wrap gap-y-4" aria-label="Pages">
        {pages.map((page) => {
          const isOut = cuts.leftOut.has(page)
          const isCut = cuts.starts.has(page)
          return (
            <li key={page} className="flex">
              {page > 1 && (
                <button
                  type="button"
                  aria-pressed={isCut}
                  aria-label={`A new certificate begins on page ${page}`}
                  title={isCut ? 'Remove this cut' : 'Cut here'}
                  onClick={() => change('starts', page)}
                  className={classNames(
                    'mx-1 flex w-7 items-center justify-center rounded-sm border-l-4',
                    isCut
                      ? 'border-accent text-accent-ink'
                      : 'border-transparent text-ink-muted hover:border-line-strong',
                  )}
                >
                  <Scissors aria-hidden className="size-4" />
                </button>
              )}
              <div className="grid w-28 content-start gap-1">
                <img
                  loading="lazy"
                  src={archivePageAddress(id, version, page)}
                  alt={`Page ${page}`}
                  className={classNames(
                    'aspect-[17/22] w-full rounded-sm border border-line bg-white object-contain',
                    isOut && 'opacity-40',
                  )}
                />
                <span className="text-xs text-ink-muted">
                  {isOut ? `Page ${page}, left out` : `Page ${page}, certificate ${numberOf(page)}`}
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-pressed={isOut}
                  onClick={() => change('leftOut', page)}
                >
                  {isOut ? 'Keep' : 'Leave out'}
                  <span className="sr-only"> page {page}</span>
                </Button>
              </div>
            </li>
          )
        })}
      </ol>
      <div>
        <Button
          isLoading={isBusy}
          disabled={parts.length === 0}
          onClick={() =>
            void attempt(() => call(splitArchiveFile, { params: { id }, body: { version, parts } }))
          }
        >
          {parts.length === 1 ? 'It’s one certificate' : `Split into ${parts.length} certificates`}
        </Button>
      </div>
    </div>
  )
}

interface Cuts {
  /** Pages on which a certificate begins. */
  starts: ReadonlySet<number>
  leftOut: ReadonlySet<number>
}

function cutsOf({ proposedParts, pageCount }: ArchiveFileDetails): Cuts {
  const parts = proposedParts ?? []
  const pages = Array.from({ length: pageCount }, (_, at) => at + 1)
  return {
    starts: new Set(parts.map(({ from }) => from)),
    leftOut: new Set(pages.filter((page) => !parts.some(({ from, to }) => page >= from && page <= to))),
  }
}

/** A page that is left out ends a certificate; what comes after it begins a new one. */
function partsOf({ starts, leftOut }: Cuts, pageCount: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = []
  for (let page = 1; page <= pageCount; page++) {
    if (leftOut.has(page)) continue
    const last = parts.at(-1)
    if (last && last.to === page - 1 && !starts.has(page)) last.to = page
    else parts.push({ from: page, to: page })
  }
  return parts
}
