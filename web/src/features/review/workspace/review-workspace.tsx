import { documentAddress } from '@exempta/contract/documents/files'
import type { ReceivedDocument, SeenInReview } from '@exempta/contract/review'
import { getReceived } from '@exempta/contract/review/received'
import type { RouteOutput } from '@exempta/contract/route'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronLeft, ChevronRight, Download, Eye, FileX2, PanelLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorText, isNotFound } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useHotkey } from '../../../lib/hooks.ts'
import { useAddressParams } from '../../../lib/list.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { CertificateCoverage } from '../../../shared/coverage/certificate-coverage.tsx'
import { CustomerSuggestions } from '../../../shared/customers/customer-suggestions.tsx'
import { downloadDocument } from '../../../shared/document-files.ts'
import { useLetterKeys } from '../../../shared/letter-keys.tsx'
import { PageViewer } from '../../../shared/page-viewer/page-viewer.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { nextPending, refreshReceived, reject, reopen, verify, workspaceOf } from '../review-actions.ts'
import { useVerifyQuestion } from '../verify-anyway.tsx'
import { Decision, type LastReview, LastReviewNotice, UnsentReason } from './decision.tsx'
import { DocumentFacts, teamQuery } from './document-facts.tsx'
import { PendingRail, usePendingDocuments } from './pending-rail.tsx'
import { useReceivedReading } from './received-reading.tsx'
import { draftOf, keepDraft } from './reject-drafts.ts'
import { useReviewers } from './use-reviewers.ts'

const listAddress = '/business/documents'

/** State of the navigation entry: the list's Reject opens the form for the reason at once. */
export interface WorkspaceEntry {
  isRejecting?: boolean
}

/**
 * One received document with its pages, what is known about it, the decision, and everything else that waits. Each
 * section of the panel stands on its own, and the pages outline whatever a section wants to point at.
 */
export function ReviewWorkspace({ id }: { id: string }) {
  const { canReview } = useMembership()
  const { isOn: hasKeys } = useLetterKeys()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const { params, set } = useAddressParams()
  const assigned = params.get('assigned') === 'me' ? 'me' : undefined
  const pending = usePendingDocuments(assigned)
  const rows = pending.rows ?? []
  const [rejectingId, setRejectingId] = useState(() =>
    (state as WorkspaceEntry | null)?.isRejecting || draftOf(id) ? id : undefined,
  )
  const [last, setLast] = useState<LastReview>()
  const [isDone, setDone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ id: string; text: string }>()
  const reviewed = useRef(new Set<string>())
  const { viewers, viewersHere } = useViewerNames(id)
  // Beside it, the page would be too small to read on most screens.
  const [isRailOpen, setRailOpen] = useState(() => matchMedia('(min-width: 96rem)').matches)

  const query = useQuery(routeQuery(getReceived, { params: { id } }))
  const isExpired = isNotFound(query.error)
  const received = isExpired ? undefined : query.data
  const evidence = useReceivedReading(received, hasKeys)
  const isReviewable = canReview && received?.status === 'pending'
  const isDecided = canReview && received !== undefined && received.status !== 'pending'
  // Who is typing a reason goes on typing, whoever has decided meanwhile.
  const isRejecting = isReviewable ? rejectingId === id : isDecided && (rejectingId === id || !!draftOf(id))

  const at = rows.findIndex((row) => row.id === id)
  const previousId = at > 0 ? rows[at - 1]?.id : undefined
  const nextId = rows[at + 1]?.id
  // Details only: fetching a page picture would count as a view and notify the owner.
  useEffect(() => {
    if (nextId) void queryClient.prefetchQuery(routeQuery(getReceived, { params: { id: nextId } }))
  }, [nextId])

  const open = (to: string | undefined) => {
    if (to) void navigate(workspaceOf(to, search), { replace: true })
  }
  const close = () => void navigate(`${listAddress}${search}`)

  /** Runs one change at a time. A failure is shown beside the buttons and stays with its document. */
  async function run(work: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure({ id, text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  /** Shows what was done and opens the next one that waits. */
  function finish(review: LastReview) {
    keepDraft(review.received.id, '')
    reviewed.current.add(review.received.id)
    const next = nextPending(rows, review.received.id, reviewed.current)
    setLast(review)
    setRejectingId(undefined)
    setDone(!next)
    open(next?.id)
  }
  const [seen, setSeen] = useState<{ id: string; what: readonly SeenInReview[] }>()
  const seenHere = seen !== undefined && seen.id === id ? seen.what : []
  const question = useVerifyQuestion<ReceivedDocument>(([document]) =>
    run(async () => {
      if (!document) return
      await verify([document], seenHere)
      finish({ outcome: 'verified', received: document, reason: '' })
    }),
  )
  const verifyThis = () => received && isReviewable && question.ask([received])
  async function rejectThis(reason: string) {
    if (!received) return
    await reject(received, reason)
    finish({ outcome: 'rejected', received, reason })
  }
  const undo = () =>
    run(async () => {
      if (!last) return
      await reopenHere(last.received)
      if (last.reason) keepDraft(last.received.id, last.reason)
      setLast(undefined)
      open(last.received.id)
    })
  async function reopenHere(document: ReceivedDocument, isRejecting = false) {
    await reopen([document])
    setRejectingId(isRejecting ? document.id : undefined)
    reviewed.current.delete(document.id)
    setDone(false)
  }

  const keys = { isOn: hasKeys }
  useHotkey('j', () => open(nextId), keys)
  useHotkey('k', () => open(previousId), keys)
  useHotkey('v', verifyThis, keys)
  useHotkey('r', () => isReviewable && setRejectingId(id), keys)
  useHotkey('Escape', () => !document.fullscreenElement && close())

  const name = received?.document.name ?? rows[at]?.document.name ?? 'Document'
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex items-center gap-1 border-b border-line px-2 py-1.5 sm:gap-2 sm:px-4">
        <TextLink to={`${listAddress}${search}`} className="inline-flex items-center gap-1 p-1.5">
          <ArrowLeft aria-hidden className="size-4" />
          Close
        </TextLink>
        <IconButton
          label={isRailOpen ? 'Hide pending documents' : 'Show pending documents'}
          icon={<PanelLeft aria-hidden />}
          aria-expanded={isRailOpen}
          className="max-lg:hidden"
          onClick={() => setRailOpen(!isRailOpen)}
        />
        <h1 className="min-w-0 flex-1 truncate text-base font-semibold" title={name}>
          {name}
        </h1>
        <IconButton
          label="Previous document"
          icon={<ChevronLeft aria-hidden />}
          disabled={!previousId}
          onClick={() => open(previousId)}
        />
        <IconButton
          label="Next document"
          icon={<ChevronRight aria-hidden />}
          disabled={!nextId}
          onClick={() => open(nextId)}
        />
        {received?.canDownload && (
          <IconButton
            label={`Download ${name}`}
            icon={<Download aria-hidden />}
            onClick={() => void downloadDocument(received.document.id)}
          />
        )}
      </header>
      <p role="status" className="sr-only">
        {received && `${name}, ${received.status}`}
      </p>
      <div
        className={classNames(
          'grid min-h-0 flex-1 lg:grid-rows-[minmax(0,1fr)]',
          isRailOpen
            ? 'lg:grid-cols-[13.5rem_minmax(0,1fr)_20rem]'
            : 'lg:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        <div className="min-h-0 border-r border-line max-lg:hidden" hidden={!isRailOpen}>
          <PendingRail
            pending={pending}
            currentId={id}
            search={search}
            isOnlyMine={assigned === 'me'}
            onOnlyMine={(isOnlyMine) => set('assigned', isOnlyMine ? 'me' : undefined, { replace: true })}
            viewers={viewers}
          />
        </div>
        <section aria-label="Pages" className="h-[62dvh] min-w-0 bg-page p-2 sm:p-3 lg:h-auto lg:min-h-0">
          {isExpired ? (
            <Banner tone="warning">The customer stopped sharing this document.</Banner>
          ) : received ? (
            <Pages key={id} received={received} evidence={evidence} takesFocus={!isRejecting} />
          ) : query.error ? (
            <FailedState
              message={errorText(query.error)}
              onRetry={() => void query.refetch()}
              isRetrying={query.isRefetching}
            />
          ) : (
            <SectionSpinner />
          )}
        </section>
        <aside aria-label="Review" className="flex min-h-0 flex-col border-line max-lg:border-t lg:border-l">
          <div className="grid gap-3 p-4 pb-0 empty:hidden">
            {last && (
              <LastReviewNotice last={last} isDone={isDone} isUndoing={isBusy} onUndo={() => void undo()} />
            )}
            {viewersHere.length > 0 && <Presence names={viewersHere} />}
            {failure?.id === id && <Banner tone="danger">{failure.text}</Banner>}
            {isExpired && (
              <UnsentReason key={id} id={id} title="The customer stopped sharing this document." />
            )}
          </div>
          {received && (
            <>
              <div key={id} className="min-h-0 flex-1 overflow-y-auto p-4">
                <DocumentFacts received={received} canReview={canReview} reading={evidence.panel} />
                <CustomerSuggestions of={{ receivedId: id }} />
                <CertificateCoverage receivedId={id} />
              </div>
              {canReview && (
                <div
                  key={`decision-${id}`}
                  className="border-t border-line bg-surface p-4 max-lg:sticky max-lg:bottom-0"
                >
                  <Decision
                    received={received}
                    hasKeys={hasKeys}
                    isRejecting={isRejecting}
                    isBusy={isBusy}
                    seen={seenHere}
                    onSeen={(what) => setSeen({ id, what })}
                    onVerify={verifyThis}
                    onRejecting={(isOn) => setRejectingId(isOn ? id : undefined)}
                    onReject={rejectThis}
                    onReopen={() => void run(() => reopenHere(received, isRejecting))}
                  />
                </div>
              )}
            </>
          )}
        </aside>
      </div>
      {question.dialog}
    </div>
  )
}

interface PagesProps {
  received: RouteOutput<typeof getReceived>
  evidence: ReturnType<typeof useReceivedReading>
  takesFocus: boolean
}

/** The pages take the focus, so that their keys work at once. */
function Pages({
  received: { document, pages },
  evidence: { viewer, link, highlights },
  takesFocus,
}: PagesProps) {
  const focus = useEffectEvent(() => takesFocus && viewer.current?.focus())
  useEffect(() => void focus(), [])
  if (pages.length === 0) {
    return (
      <p className="grid justify-items-center gap-2 rounded-card bg-subtle px-4 py-12 text-ink-muted">
        <FileX2 aria-hidden className="size-6" />
        Preview not available
      </p>
    )
  }
  return (
    <PageViewer
      ref={viewer}
      label={`Pages of ${document.name}`}
      pages={pages}
      addressOf={({ page }) => documentAddress.page(document.id, document.version, page)}
      onStale={() => void refreshReceived()}
      highlights={highlights}
      activeId={link.activeId}
      onActive={link.onActive}
      height="fill"
    />
  )
}

/** `Priya Nair is looking at this.` */
function Presence({ names }: { names: readonly string[] }) {
  const who = new Intl.ListFormat('en-US').format(names)
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-info-ink">
      <Eye aria-hidden className="size-4 shrink-0" />
      <span className="[overflow-wrap:anywhere]">
        {who} {names.length > 1 ? 'are' : 'is'} looking at this.
      </span>
    </p>
  )
}

/** The names of the colleagues who have a document open, by document. */
function useViewerNames(id: string) {
  const open = useReviewers(id)
  const { data: team } = useQuery(teamQuery)
  const nameOf = new Map(team?.items.map(({ personId, name }) => [personId, name]))
  const viewers = new Map<string, string[]>()
  for (const [personId, shareId] of open) {
    const name = nameOf.get(personId)
    if (name) viewers.set(shareId, [...(viewers.get(shareId) ?? []), name])
  }
  return { viewers, viewersHere: viewers.get(id) ?? [] }
}
