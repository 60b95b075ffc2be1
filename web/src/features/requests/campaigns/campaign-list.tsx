import { type Campaign, campaignStatusWords, listCampaigns } from '@exempta/contract/requests/campaigns'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDayOf } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { useMembership } from '../../../lib/roles.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'

const CampaignView = onDemand(async () => (await import('./campaign-view.tsx')).CampaignView)
const UploadList = onDemand(async () => (await import('./upload-list.tsx')).UploadList)

const count = (value: number) => value.toLocaleString('en-US')

/** Lists of customers. The one that is open is in the address. */
export function CampaignList() {
  const { isManager } = useMembership()
  const [params, setParams] = useSearchParams()
  const [isUploading, setUploading] = useState(false)
  const list = useList(listCampaigns, { filters: {}, input: ({ cursor }) => ({ query: { cursor } }) })
  const openId = params.get('list')
  const open = (id: string | undefined) => setParams(id ? { tab: 'lists', list: id } : { tab: 'lists' })
  if (openId) return <CampaignView id={openId} onClose={() => open(undefined)} />
  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      header: 'List',
      isPrimary: true,
      cell: ({ id, name }) => (
        <button
          type="button"
          className="font-medium text-accent-ink hover:underline"
          onClick={() => open(id)}
        >
          {name}
        </button>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => (
        <Badge tone={status === 'sending' ? 'info' : status === 'sent' ? 'success' : 'neutral'}>
          {campaignStatusWords[status]}
        </Badge>
      ),
    },
    { key: 'customers', header: 'Customers', cell: ({ good }) => count(good) },
    { key: 'created', header: 'Uploaded', cell: ({ createdAt }) => formatDayOf(createdAt) },
  ]
  return (
    <>
      {isManager && (
        <div className="mb-4">
          <Button onClick={() => setUploading(true)}>
            <Upload aria-hidden className="size-4" />
            Upload a list (CSV)
          </Button>
        </div>
      )}
      <ListView
        caption="Lists of customers"
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={null}
        empty={
          <EmptyState icon={<FileSpreadsheet aria-hidden />} title="No lists yet">
            Upload a list of customers, and we’ll ask all of them for you.
          </EmptyState>
        }
      />
      <Dialog isOpen={isUploading} onOpenChange={setUploading} title="Upload a list">
        <UploadList
          onUploaded={(id) => {
            setUploading(false)
            open(id)
          }}
        />
      </Dialog>
    </>
  )
}
