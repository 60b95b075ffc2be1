import type { ApiKey } from '@exempta/contract/api-access'
import { KeyRound } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type KeyState, keyState, scopeWords } from './words.ts'

const states: Record<KeyState, { tone: Tone; word: string }> = {
  active: { tone: 'success', word: 'Active' },
  expired: { tone: 'warning', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
}

export const keyColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
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
    header: 'State',
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
    header: 'Made',
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
