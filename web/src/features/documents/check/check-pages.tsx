import {
  type AreaResolution,
  type DocumentDetails,
  decideArea,
  finishCheck,
  type UncertainArea,
} from '@exempta/contract/documents'
import { documentAddress } from '@exempta/contract/documents/files'
import { useMutation } from '@tanstack/react-query'
import { Check, EyeOff } from 'lucide-react'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { Keys, LetterKeysHint, useLetterKeys } from '../../../shared/letter-keys.tsx'
import { boxAround } from '../../../shared/page-viewer/geometry.ts'
import { type Highlight, MarkBadge } from '../../../shared/page-viewer/highlights.tsx'
import type { ViewerLink } from '../../../shared/page-viewer/page-viewer.tsx'
import { PageViewer } from '../../../shared/page-viewer/page-viewer.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshDocuments } from '../document-actions.tsx'
import { answerKeys, areaKeys, useAreaKeys } from './area-keys.ts'
import { areaWords, checkProgress, isWholePage } from './area-words.ts'

/** Fetches the document again also after a failure: another tab may have changed it. */
const afterwards = {
  onError: (error: Error) => toast.error(errorText(error)),
  onSettled: () => queryClient.invalidateQueries({ queryKey: ['documents'] }),
}

/** Letters, because what is hidden already has numbers. */
const letterOf = ({ area }: UncertainArea): string =>
  area < 26 ? String.fromCharCode(65 + area) : `A${area - 25}`

const tones = { hidden: 'to-hide', fine: 'fine' } as const

const highlightOf = (area: UncertainArea): Highlight => ({
  id: `area-${area.area}`,
  page: area.page,
  box: boxAround([area.quad]),
  tone: area.resolution === null ? 'check' : tones[area.resolution],
  label: areaWords(area),
  mark: letterOf(area),
})

interface AreaItemProps {
  area: UncertainArea
  /** The answer that is on its way. */
  sending: AreaResolution | undefined
  onAnswer: (resolution: AreaResolution) => void
  onShow: (id: string) => void
  isClosed: boolean
  onBlackOut: (page: number) => void
}

/** What we expected in one area, and the two answers. The answer given can be changed until Done. */
function AreaItem({ area, sending, onAnswer, onShow, isClosed, onBlackOut }: AreaItemProps) {
  const isWhole = isWholePage(area)
  const highlight = highlightOf(area)
  const wordsId = useId()
  const answer = (resolution: AreaResolution, label: string, Icon: typeof Check) => {
    const isChosen = area.resolution === resolution
    return (
      <Button
        variant={isChosen ? 'primary' : 'secondary'}
        aria-pressed={isChosen}
        aria-describedby={wordsId}
        aria-keyshortcuts={answerKeys[resolution]}
        disabled={isClosed}
        isLoading={sending === resolution}
        onClick={() => onAnswer(resolution)}
      >
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
    )
  }
  return (
    <li data-area={highlight.id} className="flex scroll-mt-20 scroll-mb-28 items-start gap-3 px-4 py-3">
      <button
        type="button"
        aria-label={`Show area ${highlight.mark} on page ${area.page}`}
        className="-m-1 rounded-full p-1"
        onClick={() => onShow(highlight.id)}
      >
        <MarkBadge of={highlight} />
      </button>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-3">
        <div className="grid flex-1 basis-56 gap-1">
          <p id={wordsId}>
            <span className="sr-only">Area {highlight.mark}. </span>
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
          {answer('fine', 'It’s fine', Check)}
        </div>
      </div>
    </li>
  )
}

interface CheckBarProps {
  document: DocumentDetails
  done: Ref<HTMLButtonElement>
  isClosed: boolean
}

/** Stays at the lower edge: how far the check is, and Done. */
function CheckBar({ document, done, isClosed }: CheckBarProps) {
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
        ref={done}
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
  /** What is hidden already. */
  hidden: readonly Highlight[]
  link: ViewerLink
  /** The list of what is hidden already, for the full screen. */
  kinds: ReactNode
  /** A new version is being made: nothing can be decided until it is there. */
  isChanging: boolean
  onBlackOut: (page: number) => void
}

/** Check before sharing: the pages, with what we were not sure about, and the owner's answer to each. */
export function CheckPages({ document, hidden, link, kinds, isChanging, onBlackOut }: CheckPagesProps) {
  const section = useRef<HTMLElement>(null)
  const { id, version, uncertain } = document
  const decide = useMutation({ ...routeMutation(decideArea), ...afterwards })
  const answer = ({ area, resolution: shown }: UncertainArea, resolution: AreaResolution) =>
    decide.mutate({ params: { id, area }, body: { version, shown, resolution } })
  const keys = useLetterKeys()
  const done = useAreaKeys({
    section,
    areas: uncertain,
    isOn: keys.isOn && !isChanging,
    onShow: (area) => link.viewer.current?.focusHighlight(highlightOf(area).id),
    onAnswer: answer,
  })
  const byPage = Map.groupBy(uncertain, ({ page }) => page)

  /** From an area on the page to its answers; in full screen, to those beside the page. */
  function showAnswers(id: string) {
    const item = section.current?.querySelector(`[data-area="${id}"]`)
    item?.scrollIntoView({ block: 'nearest' })
    item?.querySelector<HTMLElement>('button[aria-pressed]')?.focus({ preventScroll: true })
    link.onActive(id)
  }
  const areaLists = [...byPage].map(([page, areas]) => (
    <ul
      key={page}
      aria-label={`To check on page ${page}`}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {areas.map((area) => (
        <AreaItem
          key={area.area}
          area={area}
          sending={
            decide.isPending && decide.variables.params.area === area.area
              ? decide.variables.body.resolution
              : undefined
          }
          onAnswer={(resolution) => answer(area, resolution)}
          onShow={(id) => link.viewer.current?.focusHighlight(id)}
          isClosed={isChanging}
          onBlackOut={onBlackOut}
        />
      ))}
    </ul>
  ))
  return (
    <section ref={section} aria-label="Check before sharing" className="grid gap-4">
      <Banner tone="warning" title="Check before sharing">
        We couldn’t be sure about everything on this document. Look at each area outlined in amber. Hide it if
        it shows something private, or say it’s fine. Until you’re done, only you can open this document.
      </Banner>
      <PageViewer
        ref={link.viewer}
        label="Pages"
        pages={document.pages}
        addressOf={({ page }) => documentAddress.page(document.id, document.version, page)}
        onStale={refreshDocuments}
        firstPage={uncertain.find(({ resolution }) => resolution === null)?.page ?? 1}
        highlights={[...hidden, ...uncertain.map(highlightOf)]}
        activeId={link.activeId}
        onActive={link.onActive}
        onPress={showAnswers}
        captionOf={({ page }) => `${byPage.get(page)?.length ?? 'Nothing'} to check on this page`}
        panel={
          <div className="grid gap-2">
            {areaLists}
            {kinds}
          </div>
        }
      />
      <LetterKeysHint isOn={keys.isOn} onChange={keys.change}>
        <Keys of={areaKeys.next}>next area</Keys>
        <Keys of={areaKeys.previous}>previous area</Keys>
        <Keys of={answerKeys.hidden}>hide this</Keys>
        <Keys of={answerKeys.fine}>it’s fine</Keys>
      </LetterKeysHint>
      {areaLists}
      <CheckBar document={document} done={done} isClosed={isChanging} />
    </section>
  )
}
