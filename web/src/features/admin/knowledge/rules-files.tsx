import {
  activateRules,
  getRulesFile,
  listRulesFiles,
  type RulesFileSummary,
  type RulesPreview,
  removeRulesFile,
  rulesFileField,
  uploadRulesFile,
} from '@exempta/contract/knowledge/rules-files'
import { verdictWords } from '@exempta/contract/verdict'
import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, sendForm } from '../../../lib/api.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { formatDay } from '../../../lib/format.ts'
import { failureOf, refreshAdmin, routeQuery } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialogs.tsx'
import { PageSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'

const countingMs = 2000

/** Rules that answer in place of those of the release, or could. */
export function RulesFiles() {
  const query = useQuery({
    ...routeQuery(listRulesFiles, {}),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ preview }) => preview === null) ? countingMs : false,
  })
  const [shown, setShown] = useState<RulesFileSummary>()
  const [isGoingBack, setGoingBack] = useState(false)
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  if (!query.data) return <PageSkeleton label="Loading rules files" />
  const { items, version, releaseVersion, keys } = query.data
  const active = items.find(({ isActive }) => isActive)
  return (
    <div className="grid gap-6">
      <Card
        title="Rules that answer now"
        actions={
          active && (
            <Button variant="secondary" size="sm" onClick={() => setGoingBack(true)}>
              Go back to the release
            </Button>
          )
        }
      >
        <p>
          {active && version !== releaseVersion
            ? `${active.title}, by ${active.publisher}, in place of the same states and forms of this release.`
            : 'The rules of this release.'}{' '}
          Version <span className="tabular-nums">{version}</span>.
        </p>
        {active && version === releaseVersion && (
          <Banner tone="warning">
            {active.title} can’t be used: this release can’t read it, or its key isn’t trusted anymore. The
            rules of the release answer instead.
          </Banner>
        )}
      </Card>
      {keys.length === 0 ? (
        <Banner tone="info" title="No trusted key">
          To load rules without a new release, the operator names the keys that may sign them in RULES_KEYS.
        </Banner>
      ) : (
        <UploadRules keys={keys} onUploaded={setShown} />
      )}
      <ul aria-label="Rules files" className="grid gap-4">
        {items.map((file) => (
          <li key={file.id}>
            <FileCard file={file} onShow={() => setShown(file)} />
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={shown !== undefined}
        onOpenChange={() => setShown(undefined)}
        title={shown?.title ?? ''}
      >
        {shown && <FileDetails id={shown.id} version={version} onClose={() => setShown(undefined)} />}
      </Dialog>
      <ConfirmDialog
        isOpen={isGoingBack}
        onOpenChange={setGoingBack}
        title="Go back to the release"
        question="Answer with the rules of this release again? The file stays here, and receipts keep the rules they were answered with."
        subject={active?.title}
        confirmLabel="Go back"
        onConfirm={() => activate(null, version, 'The rules of the release answer again.')}
      />
    </div>
  )
}

async function activate(id: string | null, seenVersion: string, message: string): Promise<void> {
  await call(activateRules, { body: { id, seen: seenVersion } })
  await refreshAdmin()
  toast.success(message)
}

function UploadRules({
  keys,
  onUploaded,
}: {
  keys: readonly string[]
  onUploaded: (file: RulesFileSummary) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function send(file: File) {
    setSending(true)
    setFailure(undefined)
    const body = new FormData()
    body.append(rulesFileField, file, file.name)
    try {
      const uploaded = await sendForm(uploadRulesFile, body)
      await refreshAdmin()
      onUploaded(uploaded)
    } catch (error) {
      setFailure((error instanceof ApiError && error.fields[0]?.message) || errorText(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <input
        ref={input}
        type="file"
        aria-label="Rules file"
        accept="application/json"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void send(file)
        }}
      />
      <Button isLoading={isSending} onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" />
        Upload a rules file
      </Button>
      <p className="text-ink-muted">Signed by {keys.join(' or ')}. Nothing changes until you activate it.</p>
      {failure && (
        <Banner tone="danger">
          <span className="whitespace-pre-line">{failure}</span>
        </Banner>
      )}
    </div>
  )
}

function FileCard({ file, onShow }: { file: RulesFileSummary; onShow: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const { id, title, publisher, publishedOn, signedBy, version, isActive, preview } = file
  return (
    <Card title={title} actions={isActive && <Badge tone="success">Active</Badge>}>
      <div className="grid gap-3">
        <p className="text-ink-muted [overflow-wrap:anywhere]">
          {publisher} · {formatDay(publishedOn)} · signed by {signedBy} · version {version}
        </p>
        {!isActive && <Counted preview={preview} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" aria-label={`Show what ${title} changes`} onClick={onShow}>
            Show changes
          </Button>
          {!isActive && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove ${title}`}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title="Remove rules file"
        question="Remove this rules file? Receipts keep the rules they were answered with."
        subject={title}
        confirmLabel="Remove"
        onConfirm={async () => {
          await call(removeRulesFile, { params: { id } })
          await refreshAdmin()
          toast.success(`Removed ${title}.`)
        }}
      />
    </Card>
  )
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

function Counted({ preview }: { preview: RulesPreview | null }) {
  if (!preview) return <p role="status">Counting how many customers it changes the answer for…</p>
  if (preview.certificates === 0) return <p>No customer’s answer changes.</p>
  return (
    <div className="grid gap-1">
      <p>
        Today’s answer changes for {counted(preview.customers, 'customer', 'customers')} of{' '}
        {counted(preview.businesses, 'business', 'businesses')}:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {preview.changes.map(({ from, to, count }) => (
          <li key={`${from} ${to}`}>
            {counted(count, 'answer', 'answers')} from “{verdictWords[from].title}” to “
            {verdictWords[to].title}”
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FileDetailsProps {
  id: string
  version: string
  onClose: () => void
}

function FileDetails({ id, version, onClose }: FileDetailsProps) {
  const { data, error } = useQuery({
    ...routeQuery(getRulesFile, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.preview === null ? countingMs : false),
  })
  const [isActivating, setActivating] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (error) return <FailedState message={errorText(error)} />
  if (!data) return <Skeleton className="h-40" label="Comparing the rules" />
  async function start(title: string) {
    setActivating(true)
    setFailure(undefined)
    try {
      await activate(id, version, `${title} answers from now on.`)
      onClose()
    } catch (problem) {
      setFailure(errorText(problem))
    } finally {
      setActivating(false)
    }
  }
  return (
    <div className="grid gap-4">
      {failure && <Banner tone="danger">{failure}</Banner>}
      {!data.isActive && <Counted preview={data.preview} />}
      <p className="font-medium">
        {data.changes.length === 0
          ? 'Every rule is the same as now.'
          : `${counted(data.changes.length, 'rule is', 'rules are')} different:`}
      </p>
      <ul aria-label="Changed rules" className="grid gap-3">
        {data.changes.map(({ id: rule, before, after }) => (
          <li key={rule} className="grid gap-1 border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
            <span className="text-sm text-ink-muted">{rule}</span>
            {before === after ? (
              <span>{after} (only its details are different)</span>
            ) : (
              <>
                {before !== null && (
                  <span>
                    <span className="font-medium">Now:</span> {before}
                  </span>
                )}
                <span>
                  <span className="font-medium">Then:</span> {after ?? 'This rule is gone.'}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      {!data.isActive && (
        <Button
          isLoading={isActivating}
          disabled={data.preview === null}
          onClick={() => void start(data.title)}
        >
          Activate
        </Button>
      )}
    </div>
  )
}
