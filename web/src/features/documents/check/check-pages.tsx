import {
  type AreaResolution,
  type DocumentDetails,
  type DocumentPage,
  decideArea,
  finishCheck,
  type UncertainArea,
} from '@exempta/contract/documents'
import { useMutation } from '@tanstack/react-query'
import { Check, EyeOff } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { PagePicture } from '../../../shared/document-pictures.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshDocuments } from '../document-actions.tsx'
import { HiddenOutlines } from '../page/page-gallery.tsx'
import { areaWords, checkProgress, isWholePage } from './area-words.ts'

/** Fetches the document again also after a failure: another tab may have changed it. */
const afterwards = {
  onError: (error: Error) => toast.error(errorText(error)),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['documents'] }),
}

interface AreaItemProps {
  document: Pick<DocumentDetails, 'id' | 'version'>
  area: UncertainArea
  isClosed: boolean
  onBlackOut: (page: number) => void
}

/** What we expected in one area, and the two answers. The answer given can be changed until Done. */
function AreaItem({ document: { id, version }, area, isClosed, onBlackOut }: AreaItemProps) {
  const decide = useMutation({ ...routeMutation(decideArea), ...afterwards })
  const isWhole = isWholePage(area)
  const wordsId = `area-${area.area}`
  const answer = (resolution: AreaResolution, label: string, Icon: typeof Check) => {
    const isChosen = area.resolution === resolution
    return (
      <Button
        variant={isChosen ? 'primary' : 'secondary'}
        aria-pressed={isChosen}
        aria-describedby={wordsId}
        disabled={isClosed}
        isLoading={decide.isPending && decide.variables.body.resolution === resolution}
        onClick={() =>
          decide.mutate({
            params: { id, area: area.area },
            body: { version, shown: area.resolution, resolution },
          })
        }
      >
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
    )
  }
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <AreaNumber area={area} className="mt-px" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-3">
        <div className="grid flex-1 basis-56 gap-1">
          <p id={wordsId}>
            <span className="sr-only">Area {area.area + 1}. </span>
            {areaWords(area)}
          </p>
          {isWhole && (
            <p className="text-ink-muted">
              Look at the whole page. If you see it,{' '}
              <button
                type="button"
                disabled={isClosed}
                className="rounded-sm text-accent-ink underline underline-offset-2 disabled:opacity-55"
                onClick={() => onBlackOut(area.page)}
              >
                black it out
              </button>{' '}
              first.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {answer('hidden', isWhole ? 'Hide the whole page' : 'Hide this', EyeOff)}
          {answer('fine', "It's fine", Check)}
        </div>
      </div>
    </li>
  )
}

const AreaNumber = ({
  area: { area, resolution },
  className,
}: {
  area: UncertainArea
  className?: string
}) => (
  <span
    aria-hidden
    className={classNames(
      'grid size-5 shrink-0 place-content-center rounded-full text-[11px] font-semibold text-white tabular-nums',
      resolution === null ? 'bg-amber-700' : resolution === 'hidden' ? 'bg-black' : 'bg-emerald-700',
      className,
    )}
  >
    {resolution === 'fine' ? <Check className="size-3.5" /> : area + 1}
  </span>
)

/**
 * Amber while it is undecided, black when it will be hidden, green when it is fine. The words stand below the page.
 * Whole pages come first, so that they do not lie over what is on them.
 */
function AreaOutlines({ areas }: { areas: readonly UncertainArea[] }) {
  const wholePages = areas.filter(isWholePage)
  const others = areas.filter((area) => !isWholePage(area))
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {wholePages.length > 0 && (
        <div
          className={classNames(
            'absolute inset-1 flex gap-1 rounded-[3px] border-[3px] p-1',
            outlineOf(combined(wholePages)),
          )}
        >
          {wholePages.map((area) => (
            <AreaNumber key={area.area} area={area} className="ring-2 ring-white" />
          ))}
        </div>
      )}
      {others.map((area) => (
        <div
          key={area.area}
          style={placeOf(area)}
          className={classNames(
            'absolute rounded-[3px] border-[3px] outline-2 outline-white/80',
            area.resolution === null && 'bg-amber-400/15',
            outlineOf(area.resolution),
          )}
        >
          <AreaNumber area={area} className="absolute -top-2.5 -left-2.5 ring-2 ring-white" />
        </div>
      ))}
    </div>
  )
}

const outlineOf = (resolution: UncertainArea['resolution']) =>
  resolution === null
    ? 'border-amber-600'
    : resolution === 'hidden'
      ? 'border-black bg-black/80'
      : 'border-emerald-600'

/** A page is hidden when one reason to hide it is enough, and fine when all are. */
function combined(areas: readonly UncertainArea[]): UncertainArea['resolution'] {
  if (areas.some(({ resolution }) => resolution === 'hidden')) return 'hidden'
  return areas.every(({ resolution }) => resolution === 'fine') ? 'fine' : null
}

const margin = 0.004

/** A little beyond what the area is about, but not beyond the page. */
function placeOf({ quad }: UncertainArea) {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  const percent = (share: number) => `${Math.max(0, share - margin) * 100}%`
  return {
    left: percent(Math.min(...xs)),
    top: percent(Math.min(...ys)),
    right: percent(1 - Math.max(...xs)),
    bottom: percent(1 - Math.max(...ys)),
  }
}

interface CheckedPageProps {
  document: DocumentDetails
  page: DocumentPage
  isClosed: boolean
  onBlackOut: (page: number) => void
}

function CheckedPage({ document, page, isClosed, onBlackOut }: CheckedPageProps) {
  const areas = document.uncertain.filter((area) => area.page === page.page)
  return (
    <section aria-label={`Page ${page.page}`} className="grid gap-2">
      <PagePicture document={document} page={page} onStale={refreshDocuments}>
        <HiddenOutlines findings={page.findings} />
        <AreaOutlines areas={areas} />
      </PagePicture>
      <p className="text-center text-ink-muted">
        Page {page.page} of {document.pages.length}
        {areas.length === 0 && ' · nothing to check'}
      </p>
      {areas.length > 0 && (
        <ul
          aria-label={`To check on page ${page.page}`}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {areas.map((area) => (
            <AreaItem
              key={area.area}
              document={document}
              area={area}
              isClosed={isClosed}
              onBlackOut={onBlackOut}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Stays at the lower edge: how far the check is, and Done. */
function CheckBar({ document, isClosed }: { document: DocumentDetails; isClosed: boolean }) {
  const finish = useMutation({
    ...routeMutation(finishCheck),
    ...afterwards,
    onSuccess: ({ needsCheck }) =>
      toast.success(needsCheck ? 'We are hiding what you chose.' : `${document.name} is ready to share.`),
  })
  const { words, isComplete } = checkProgress(document.uncertain)
  const hasHidden = document.uncertain.some(({ resolution }) => resolution === 'hidden')
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-float">
      <div className="grid gap-0.5">
        <p aria-live="polite" className="font-medium tabular-nums">
          {words}
        </p>
        {hasHidden && <p className="text-xs text-ink-muted">What you hide is gone for good, for you too.</p>}
      </div>
      <Button
        disabled={!isComplete}
        isLoading={isClosed || finish.isPending}
        onClick={() => finish.mutate({ params: { id: document.id }, body: { version: document.version } })}
      >
        Done
      </Button>
    </div>
  )
}

interface CheckPagesProps {
  document: DocumentDetails
  /** A new version is being made: nothing can be decided until it is there. */
  isChanging: boolean
  onBlackOut: (page: number) => void
}

/** Check before sharing: every page, with what we were not sure about and the owner's answer to each. */
export function CheckPages({ document, isChanging, onBlackOut }: CheckPagesProps) {
  return (
    <section aria-label="Check before sharing" className="grid gap-4">
      <Banner tone="warning" title="Check before sharing">
        We couldn't be sure about everything on this document. Look at each area outlined in amber. Hide it if
        it shows something private, or say it's fine. Until you're done, only you can open this document.
      </Banner>
      {document.pages.map((page) => (
        <CheckedPage
          key={page.page}
          document={document}
          page={page}
          isClosed={isChanging}
          onBlackOut={onBlackOut}
        />
      ))}
      <CheckBar document={document} isClosed={isChanging} />
    </section>
  )
}
