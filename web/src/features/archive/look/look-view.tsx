import {
  type ArchiveFile,
  type ArchiveFileDetails,
  archivePageAddress,
  archiveQuestions,
  getArchiveFile,
  listArchiveFiles,
  removeArchiveFile,
} from '@exempta/contract/archive'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Keys, LetterKeysHint, useLetterKeys } from '../../../shared/letter-keys.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { KeyButton } from './key-button.tsx'
import { ReadingQuestion } from './reading-question.tsx'
import { CheckQuestion, CustomerQuestion } from './short-questions.tsx'
import { SplitQuestion } from './split-question.tsx'

interface LookViewProps {
  id: string
  onNext: (fileId: string) => void
  onClose: () => void
}

/** One file and one question at a time, the next one after it: the pages on the left, the answer on the right. */
export function LookView({ id, onNext, onClose }: LookViewProps) {
  // What is split or deleted is gone, though this page stays until the next one is there: from the answer on, neither
  // a live event nor the answer itself makes it ask for the file again.
  const [isAnswered, setAnswered] = useState(false)
  const query = routeQuery(getArchiveFile, { params: { id } })
  const { data, error, refetch } = useQuery({ ...query, enabled: !isAnswered })
  async function answer(work: () => Promise<unknown>) {
    setAnswered(true)
    try {
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      await work()
    } catch (error) {
      setAnswered(false)
      throw error
    }
  }
  return (
    <div className="grid gap-6">
      <div>
        <Button variant="ghost" size="sm" className="-ml-3" onClick={onClose}>
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
          onAnswer={answer}
          onChange={async () => void (await refetch())}
        />
      )}
    </div>
  )
}

interface LookProps {
  file: ArchiveFileDetails
  onNext: (fileId: string) => void
  onClose: () => void
  onAnswer: (work: () => Promise<unknown>) => Promise<void>
  onChange: () => Promise<void>
}

function Look({ file, onNext, onClose, onAnswer, onChange }: LookProps) {
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const keys = useLetterKeys()

  /** The file after this one, from a list that is read again, because others may answer, too. */
  async function findNext(): Promise<ArchiveFile | undefined> {
    const { items } = await call(listArchiveFiles, {
      params: { id: file.importId },
      query: { list: 'look' },
    })
    const at = items.findIndex(({ id }) => id === file.id)
    return items[at + 1] ?? items.find(({ id }) => id !== file.id)
  }
  const goTo = (next: ArchiveFile | undefined) => (next ? onNext(next.id) : onClose())
  /** What is next is found first: an answered file isn't in the list any more. */
  async function settle(work: () => Promise<unknown>) {
    const next = await findNext()
    await onAnswer(work)
    await queryClient.invalidateQueries({ queryKey: ['archive'] })
    goTo(next)
  }
  async function attempt(work: () => Promise<unknown>) {
    if (isBusy) return
    setBusy(true)
    setTrouble(undefined)
    try {
      await settle(work)
    } catch (error) {
      setTrouble(errorText(error))
      await onChange()
    } finally {
      setBusy(false)
    }
  }
  const parts = { file, isBusy, attempt, areKeysOn: keys.isOn }
  // Its question shows its pages.
  const isStack = file.question === 'split'
  return (
    <div className="grid gap-4">
      <LetterKeysHint isOn={keys.isOn} onChange={keys.change}>
        <Keys of="Y">yes</Keys>
        <Keys of="N">no</Keys>
        <Keys of="E">change something</Keys>
        <Keys of="S">skip</Keys>
      </LetterKeysHint>
      <div
        className={classNames(
          'grid items-start gap-6',
          !isStack && 'lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]',
        )}
      >
        {!isStack && <Pages file={file} />}
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
            <SplitQuestion {...parts} />
          ) : file.question === 'customer' ? (
            <CustomerQuestion {...parts} />
          ) : (
            <ReadingQuestion {...parts} />
          )}
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <KeyButton of="s" areKeysOn={keys.isOn} onPress={() => void findNext().then(goTo)}>
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
            onConfirm={() => settle(() => call(removeArchiveFile, { params: { id: file.id } }))}
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
