import { listDocuments } from '@exempta/contract/documents'
import { pageLimits } from '@exempta/contract/paging'
import type { NewShares, Share } from '@exempta/contract/sharing'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { errorText } from '../../../lib/api-error.ts'
import { listQuery } from '../../../lib/query.ts'
import { NeedsCheckBadge } from '../../../shared/document-marks.tsx'
import { DocumentThumbnail } from '../../../shared/document-pictures.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'

export type ShareableDocument = Share['document']

interface ChooseDocumentsProps {
  chosen: readonly ShareableDocument[]
  onChoose: (documents: readonly ShareableDocument[]) => void
  onContinue: () => void
  onCancel: () => void
}

/** The first step when sharing begins without documents. What was chosen stays chosen while one searches on. */
export function ChooseDocuments({ chosen, onChoose, onContinue, onCancel }: ChooseDocumentsProps) {
  const [search, setSearch] = useState('')
  const find = useCallback((text: string) => setSearch(text.trim().slice(0, pageLimits.searchLength)), [])
  const query = { search, status: 'processed' as const }
  const list = useQuery({ ...listQuery(listDocuments, { query }), throwOnError: false })
  const rows = list.data?.items
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  const toggle = ({ id, name, type, version }: ShareableDocument) =>
    onChoose(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name, type, version }])
  return (
    <div className="grid gap-4 pb-4">
      <SearchInput label="Search documents..." value={search} onSearch={find} />
      {list.error && !rows ? (
        <FailedState
          message={errorText(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      ) : !rows ? (
        <Skeleton className="h-40 w-full" label="Loading documents" />
      ) : rows.length === 0 ? (
        <div className="grid justify-items-center gap-3 py-6 text-center">
          <p className="font-medium">{search ? texts.documents.empty : 'Nothing to share yet'}</p>
          {!search && <LinkButton to="/user/upload">Upload your first document</LinkButton>}
        </div>
      ) : (
        <ul aria-label="Documents to choose" className="divide-y divide-line rounded-card border border-line">
          {rows.map((document) => (
            <li key={document.id} className="flex items-center gap-3 px-3 py-1.5">
              <DocumentThumbnail {...document} />
              <Checkbox
                label={<span className="[overflow-wrap:anywhere]">{document.name}</span>}
                checked={isChosen(document.id)}
                disabled={document.needsCheck}
                onChange={() => toggle(document)}
                className="min-w-0 flex-1 flex-row-reverse justify-between"
              />
              {document.needsCheck && (
                <Link to={`/user/documents/${document.id}`} className="rounded-full">
                  <NeedsCheckBadge />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.data?.nextCursor && (
        <p className="text-ink-muted">These are your newest documents. Search to find others.</p>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} onClick={onContinue}>
          Continue{chosen.length > 0 && ` (${chosen.length})`}
        </Button>
      </div>
    </div>
  )
}

interface ChosenDocumentsProps {
  documents: readonly ShareableDocument[]
  onChange: (documents: readonly ShareableDocument[]) => void
}

/** The last one stays: to share nothing is to cancel. */
export function ChosenDocuments({ documents, onChange }: ChosenDocumentsProps) {
  const { setValue } = useFormContext<z.input<typeof NewShares>>()
  function leaveOut(document: ShareableDocument) {
    const rest = documents.filter((other) => other !== document)
    setValue(
      'documentIds',
      rest.map(({ id }) => id),
    )
    onChange(rest)
  }
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium">
        {documents.length === 1 ? '1 document' : `${documents.length.toLocaleString()} documents`}
      </h3>
      <ul
        aria-label="Documents to share"
        className="max-h-52 divide-y divide-line overflow-y-auto rounded-card border border-line"
      >
        {documents.map((document) => (
          <li key={document.id} className="flex items-center gap-3 px-3 py-2">
            <DocumentThumbnail {...document} />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{document.name}</span>
            {documents.length > 1 && (
              <PlainIconButton
                size="sm"
                label={`Don’t share ${document.name}`}
                icon={<X aria-hidden />}
                onClick={() => leaveOut(document)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
