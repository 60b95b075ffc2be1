import {
  type ArchiveFileDetails,
  archivePageAddress,
  archiveQuestions,
  checkArchiveFile,
  chooseArchiveCustomer,
  confirmArchiveFile,
  getArchiveFile,
  listArchiveFiles,
  removeArchiveFile,
} from '@exempta/contract/archive'
import type { RouteInput } from '@exempta/contract/route'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Keys, LetterKeysHint, useLetterKeys } from '../../../shared/letter-keys.tsx'
import { type ReadPlaces, ReadPlacesProvider } from '../../../shared/reading/read-place.tsx'
import {
  CertificateChoice,
  FormName,
  ReadingList,
  ReadingNotes,
} from '../../../shared/reading/reading-parts.tsx'
import {
  fieldOf,
  isConfirmable,
  readingRows,
  shownCertificate,
} from '../../../shared/reading/reading-rows.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { SplitQuestion } from './split-question.tsx'

const ExemptionForm = onDemand(
  async () => (await import('../../../shared/reading/exemption-form.tsx')).ExemptionForm,
)

interface LookViewProps {
  id: string
  onNext: (fileId: string) => void
  onClose: () => void
}

/** One file and one question at a time: the pages on the left, the answer on the right, the next one after it. */
export function LookView({ id, onNext, onClose }: LookViewProps) {
  // What is deleted can't be asked for again, though this page may stay for a moment on a slow device.
  const [isDeleted, setDeleted] = useState(false)
  const { data, error, refetch } = useQuery({
    ...routeQuery(getArchiveFile, { params: { id } }),
    enabled: !isDeleted,
  })
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
          Back to the import
        </Button>
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-96" label="Loading the file" />
      ) : (
        <Look
          file={data}
          onNext={onNext}
          onClose={onClose}
          onChange={async () => void (await refetch())}
          onDelete={() => setDeleted(true)}
        />
      )}
    </div>
  )
}

interface LookProps {
  file: ArchiveFileDetails
  onNext: (fileId: string) => void
  onClose: () => void
  onChange: () => Promise<void>
  onDelete: () => void
}

function Look({ file, onNext, onClose, onChange, onDelete }: LookProps) {
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const keys = useLetterKeys()

  /** The question after this one; its own list is read again, because others may answer, too. */
  async function goOn() {
    const { items } = await call(listArchiveFiles, {
      params: { id: file.importId },
      query: { list: 'look' },
    })
    const at = items.findIndex(({ id }) => id === file.id)
    const next = items[at + 1] ?? items.find(({ id }) => id !== file.id)
    if (next) onNext(next.id)
    else onClose()
  }
  async function remove() {
    await goOn()
    onDelete()
    await call(removeArchiveFile, { params: { id: file.id } })
    await queryClient.invalidateQueries({ queryKey: ['archive'] })
  }
  async function attempt(work: () => Promise<unknown>) {
    if (isBusy) return
    setBusy(true)
    setTrouble(undefined)
    try {
      await work()
      await queryClient.invalidateQueries({ queryKey: ['archive'] })
      await goOn()
    } catch (error) {
      setTrouble(errorText(error))
      await onChange()
    } finally {
      setBusy(false)
    }
  }
  const parts = { file, isBusy, attempt, areKeysOn: keys.isOn }
  return (
    <div className="grid gap-4">
      <LetterKeysHint isOn={keys.isOn} onChange={keys.change}>
        <Keys of="Y">yes</Keys>
        <Keys of="N">no</Keys>
        <Keys of="E">change something</Keys>
        <Keys of="S">skip</Keys>
      </LetterKeysHint>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <Pages file={file} />
        <section aria-labelledby="question" className="grid gap-4 lg:sticky lg:top-4">
          <div className="grid gap-1">
            <h2 id="question" className="text-lg font-semibold">
              {file.question ? archiveQuestions[file.question] : 'Not a certificate'}
            </h2>
            <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">{file.path}</p>
          </div>
          {trouble && <Banner tone="danger">{trouble}</Banner>}
          {file.text && <Banner tone="info">{file.text}</Banner>}
          {file.question === 'check' ? (
            <CheckQuestion {...parts} />
          ) : file.question === 'split' ? (
            <SplitQuestion file={file} isBusy={isBusy} attempt={attempt} />
          ) : file.question === 'customer' ? (
            <CustomerQuestion {...parts} />
          ) : (
            <ReadingQuestion {...parts} />
          )}
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <KeyButton of="s" areKeysOn={keys.isOn} onPress={() => void goOn()}>
              Skip
            </KeyButton>
            <Button variant="ghost" disabled={isBusy} onClick={() => setDeleting(true)}>
              Delete this file
            </Button>
          </div>
          <ConfirmDialog
            isOpen={isDeleting}
            onOpenChange={setDeleting}
            title="Delete File"
            question="Delete this file? Its pages and what they say are deleted, too. This can’t be undone."
            subject={file.path}
            confirmLabel="Delete"
            onConfirm={remove}
          />
        </section>
      </div>
    </div>
  )
}

const Pages = ({ file: { id, version, pageCount } }: { file: ArchiveFileDetails }) => (
  <section
    aria-label="Pages"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has to reach it
    tabIndex={0}
    className="grid max-h-[80vh] gap-2 overflow-y-auto rounded-card border border-line bg-subtle p-2"
  >
    {Array.from({ length: pageCount }, (_, index) => index + 1).map((page) => (
      <img
        key={page}
        loading="lazy"
        src={archivePageAddress(id, version, page)}
        alt={`Page ${page}`}
        className="w-full"
      />
    ))}
  </section>
)

interface QuestionProps {
  file: ArchiveFileDetails
  isBusy: boolean
  attempt: (work: () => Promise<unknown>) => Promise<void>
  areKeysOn: boolean
}

/** One decision for all places: hiding too much loses little, showing too much can’t be undone. */
function CheckQuestion({ file: { id, version, uncertainAreas }, isBusy, attempt, areKeysOn }: QuestionProps) {
  const decide = (resolution: 'hidden' | 'fine') =>
    void attempt(() => call(checkArchiveFile, { params: { id }, body: { version, resolution } }))
  const one = uncertainAreas.length === 1
  return (
    <>
      <p>
        {one ? 'One place' : `${uncertainAreas.length} places`} may be private, such as a Social Security
        number. Do you want us to hide {one ? 'it' : 'them'}? Until you decide, only managers can see the
        pages.
      </p>
      <div className="flex flex-wrap gap-2">
        <KeyButton
          of="y"
          variant="primary"
          areKeysOn={areKeysOn}
          isLoading={isBusy}
          onPress={() => decide('hidden')}
        >
          {one ? 'Hide it' : 'Hide them'}
        </KeyButton>
        <KeyButton of="n" areKeysOn={areKeysOn} isLoading={isBusy} onPress={() => decide('fine')}>
          Nothing there is private
        </KeyButton>
      </div>
    </>
  )
}

function CustomerQuestion({
  file: { id, customer, suggestions },
  isBusy,
  attempt,
  areKeysOn,
}: QuestionProps) {
  const choose = (customerId: string | null) =>
    void attempt(() => call(chooseArchiveCustomer, { params: { id }, body: { customerId } }))
  return (
    <>
      <p>
        The certificate is for <strong>{customer?.name ?? 'a customer without a name'}</strong>. Is this one
        of your customers?
      </p>
      <ul className="grid gap-2">
        {suggestions.map((suggestion, at) => (
          <li key={suggestion.id} className="grid gap-1 rounded-card border border-line bg-surface p-3">
            <p className="font-medium [overflow-wrap:anywhere]">
              {suggestion.name}
              {suggestion.number && ` (${suggestion.number})`}
            </p>
            <p className="text-sm text-ink-muted">{suggestion.reason}</p>
            <div>
              <KeyButton
                of={at === 0 ? 'y' : String(at + 1)}
                variant={at === 0 ? 'primary' : 'secondary'}
                areKeysOn={areKeysOn}
                isLoading={isBusy}
                onPress={() => choose(suggestion.id)}
              >
                Yes, same customer
              </KeyButton>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <KeyButton of="n" areKeysOn={areKeysOn} isLoading={isBusy} onPress={() => choose(null)}>
          No, another customer
        </KeyButton>
      </div>
    </>
  )
}

function ReadingQuestion({ file, isBusy, attempt, areKeysOn }: QuestionProps) {
  const { reading } = file
  const [chosen, setChosen] = useState(0)
  const [isEditing, setEditing] = useState(false)
  if (!reading) return <p className="text-ink-muted">There is nothing to answer for this file.</p>
  const { certificate, stated } = shownCertificate(reading, chosen)
  if (!certificate || !stated) return <p className="text-ink-muted">We couldn’t read anything on it.</p>
  const save = (body: RouteInput<typeof confirmArchiveFile>['body']) =>
    attempt(() => call(confirmArchiveFile, { params: { id: file.id }, body }))
  if (isEditing) {
    const places: ReadPlaces = {
      fieldOf: (name, state) => fieldOf(certificate, name, state),
      pages: [],
      addressOf: (page) => archivePageAddress(file.id, file.version, page),
    }
    return (
      <ReadPlacesProvider value={places}>
        <ExemptionForm
          reading={reading}
          certificate={certificate}
          stated={stated}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      </ReadPlacesProvider>
    )
  }
  const confirmable = isConfirmable(stated) ? stated : undefined
  return (
    <>
      <div>
        <CertificateChoice reading={reading} chosen={chosen} onChoose={setChosen} />
        {certificate.form ? (
          <FormName form={certificate.form} read={certificate} />
        ) : (
          <p className="mb-3 text-ink-muted">We don’t recognize this form.</p>
        )}
        <ReadingList rows={readingRows(stated, certificate)} isConfirmed={false} />
        <ReadingNotes notes={certificate.notes} />
      </div>
      <div className="flex flex-wrap gap-2">
        {confirmable && (
          <KeyButton
            of="y"
            variant="primary"
            areKeysOn={areKeysOn}
            isLoading={isBusy}
            onPress={() =>
              void save({
                form: confirmable.form,
                purchaser: confirmable.purchaser,
                seller: confirmable.seller,
                reason: confirmable.reason,
                isBlanket: confirmable.isBlanket,
                hasSignature: confirmable.hasSignature,
                signedOn: confirmable.signedOn,
                expiresOn: confirmable.expiresOn,
                states: confirmable.states,
                pages: certificate.pages,
                version: reading.version,
                shown: reading.confirmed?.confirmedAt ?? null,
              })
            }
          >
            Yes, this is right
          </KeyButton>
        )}
        <KeyButton
          of="e"
          variant={confirmable ? 'secondary' : 'primary'}
          areKeysOn={areKeysOn}
          onPress={() => setEditing(true)}
        >
          {confirmable ? 'Change something' : 'Fill in the details'}
        </KeyButton>
      </div>
    </>
  )
}

interface KeyButtonProps {
  /** The key that presses it, while nobody types. */
  of: string
  areKeysOn: boolean
  variant?: 'primary' | 'secondary'
  isLoading?: boolean
  onPress: () => void
  children: ReactNode
}

function KeyButton({
  of,
  areKeysOn,
  variant = 'secondary',
  isLoading = false,
  onPress,
  children,
}: KeyButtonProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [role=dialog], [role=alertdialog]')
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== of) return
    event.preventDefault()
    if (!isLoading) onPress()
  })
  useEffect(() => {
    if (!areKeysOn) return
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [areKeysOn])
  return (
    <Button
      variant={variant}
      isLoading={isLoading}
      onClick={onPress}
      aria-keyshortcuts={areKeysOn ? of : undefined}
    >
      {children}
    </Button>
  )
}
