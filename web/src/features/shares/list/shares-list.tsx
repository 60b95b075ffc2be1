import { isLiveShare, type Share } from '@exempta/contract/shares'
import { Ban, SearchX, Share2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { listProps } from '../../../lib/list-props.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import type { ShareStart } from '../dialog/share-dialog.tsx'
import { receiverName } from '../receiver-name.tsx'
import { RevokeDialog } from '../revoke-dialog.tsx'
import { shareColumns } from './share-columns.tsx'
import { useShares } from './use-shares.ts'

const stateOptions = [
  { value: 'live', label: 'Open to receivers' },
  { value: 'pending', label: 'Pending' },
  { value: 'verified', label: 'Verified' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'revoked', label: 'Revoked' },
  { value: 'expired', label: 'Expired' },
]

/** Everything the person shares and shared: who can see what, since when, and how to end it. */
export function SharesList({ onShare }: { onShare: (start: ShareStart) => void }) {
  const { state, list, isNarrowed } = useShares()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [inQuestion, setInQuestion] = useState<readonly Share[]>([])
  const frame = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    () =>
      shareColumns({
        onRevoke: (share) => setInQuestion([share]),
        onShareAgain: ({ document, receiver }) => onShare({ documents: [document], receivers: [receiver] }),
      }),
    [onShare],
  )
  const rows = list.data?.items
  const chosen = rows?.filter((row) => isLiveShare(row.state) && selected.has(row.id)) ?? []

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="Everything you share"
        columns={columns}
        {...listProps(list, state)}
        rowId={({ id }) => id}
        selection={{
          selected: new Set(chosen.map(({ id }) => id)),
          onChange: setSelected,
          canSelect: ({ state }) => isLiveShare(state),
          nameOf: ({ document, receiver }) => `${document.name} with ${receiverName(receiver)}`,
        }}
        toolbar={
          <>
            <SearchInput label="Search shares..." value={state.search} onSearch={state.setSearch} />
            <FilterSelect
              label="State"
              allLabel="All States"
              value={state.filters.state}
              options={stateOptions}
              onChange={(value) => state.setFilter('state', value)}
            />
          </>
        }
        empty={<NoShares isNarrowed={isNarrowed} onShare={() => onShare({})} />}
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button size="sm" variant="danger" onClick={() => setInQuestion(chosen)}>
          <Ban aria-hidden className="size-4" />
          Revoke Selected ({chosen.length})
        </Button>
      </BulkBar>
      <RevokeDialog
        shares={inQuestion}
        onClose={() => setInQuestion([])}
        // The button that was pressed has gone, or is another one now.
        onRevoked={() => frame.current?.focus()}
      />
    </div>
  )
}

function NoShares({ isNarrowed, onShare }: { isNarrowed: boolean; onShare: () => void }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title="No shares found matching your criteria.">
        Try another word, or choose All States.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Share2 aria-hidden />}
      title="You share nothing yet"
      action={<Button onClick={onShare}>Share Documents</Button>}
    >
      Choose documents and who may see them: a business that is registered here, or anybody by email. You can
      stop sharing at any time.
    </EmptyState>
  )
}
