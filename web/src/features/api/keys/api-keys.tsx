import { type ApiKey, listApiKeys, revokeApiKey } from '@exempta/contract/api/keys'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { type KeyState, keyState, refreshApiAccess, scopeWords } from './api-access-words.tsx'

const states: Record<KeyState, { tone: Tone; word: string }> = {
  active: { tone: 'success', word: 'Active' },
  expired: { tone: 'warning', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
}

const keyColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'Key',
    isPrimary: true,
    cell: ({ name, prefix }) => (
      <span className="grid [overflow-wrap:anywhere]">
        {name}
        <code className="text-xs font-normal text-ink-muted">{prefix}…</code>
      </span>
    ),
  },
  {
    key: 'scopes',
    header: 'Scopes',
    cell: ({ scopes, ranges }) => (
      <span className="grid gap-0.5">
        {scopes.map((scope) => scopeWords[scope].label).join(', ')}
        {ranges.length > 0 && (
          <span className="text-xs text-ink-muted [overflow-wrap:anywhere]">{ranges.join(', ')}</span>
        )}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: (key) => {
      const { tone, word } = states[keyState(key)]
      return <Badge tone={tone}>{word}</Badge>
    },
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never'),
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : 'Never'),
  },
  {
    key: 'made',
    header: 'Created',
    cell: ({ createdAt, createdBy }) => (
      <span className="grid">
        <RelativeTime at={createdAt} />
        {createdBy && <span className="text-xs text-ink-muted">{createdBy}</span>}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (key) =>
      key.revokedAt ? null : (
        <IconButton
          label={`Revoke ${key.name}`}
          icon={<KeyRound aria-hidden />}
          tone="danger"
          onClick={() => onRevoke(key)}
        />
      ),
  },
]

/** The keys of the business, revoked ones included, because document histories refer to them. */
export function ApiKeys() {
  const [inQuestion, setInQuestion] = useState<ApiKey>()
  const list = useInfiniteQuery({
    queryKey: ['business', listApiKeys.path],
    queryFn: ({ pageParam, signal }) => call(listApiKeys, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  async function revoke() {
    if (!inQuestion) return
    await call(revokeApiKey, { params: { id: inQuestion.id } })
    toast.success(`Revoked ${inQuestion.name}.`)
    await refreshApiAccess()
  }
  return (
    <Card title="API Keys" isFlush>
      <DataTable
        caption="API Keys"
        columns={keyColumns(setInQuestion)}
        rows={list.data?.pages.flatMap((page) => page.items)}
        rowId={({ id }) => id}
        failure={failureOf(list)}
        skeletonRows={2}
        empty={
          <EmptyState icon={<KeyRound aria-hidden />} title="No keys yet.">
            Create one for each system, so you can revoke them separately.
          </EmptyState>
        }
      />
      <ShowMore list={list} />
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title="Revoke key"
        question="Systems that use this key will stop working right away. This action cannot be undone."
        subject={inQuestion && `${inQuestion.name} · ${inQuestion.prefix}…`}
        confirmLabel="Revoke"
        onConfirm={revoke}
      />
    </Card>
  )
}
