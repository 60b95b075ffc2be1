import {
  type DataExport,
  downloadDataExport,
  getDataExport,
  requestDataExport,
} from '@exempta/contract/privacy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { queryClient, routeMutation, routeQuery } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { RelativeTime } from '../../ui/text.tsx'
import type { PrivacyDialogProps } from './delete-account-dialog.tsx'

const query = routeQuery(getDataExport, {})
const lookAgainMs = 2000

/** Requests the ZIP, shows its progress, and offers the download when it is ready. */
export function DownloadDataDialog({ onClose }: PrivacyDialogProps) {
  const { data, error, isRefetching, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.export?.status === 'preparing' ? lookAgainMs : false),
  })
  const request = useMutation({
    ...routeMutation(requestDataExport),
    onSuccess: (answer) => queryClient.setQueryData(query.queryKey, answer),
  })
  const current = data && usable(data.export)
  const isPreparing = current?.status === 'preparing'
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Download my data"
      description="Get one ZIP file with everything we hold about you: your account, your activity and your redacted documents."
      actions={
        data &&
        !isPreparing && (
          <>
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            {current?.status === 'ready' ? (
              <a
                className={buttonClass()}
                href={addressOf(downloadDataExport, { params: { id: current.id } })}
                download
              >
                <Download aria-hidden className="size-4" />
                Download ZIP
              </a>
            ) : (
              <Button isLoading={request.isPending} onClick={() => request.mutate({})}>
                Prepare my data
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-3 pb-2">
        {request.error && <Banner tone="danger">{errorText(request.error)}</Banner>}
        {error && !data && (
          <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
        )}
        {!data && !error && <Spinner label="Loading…" />}
        {data && <State dataExport={current} />}
      </div>
    </Dialog>
  )
}

/** A file whose time is over counts as none. */
function usable(dataExport: DataExport | null): DataExport | null {
  const isOver = dataExport?.expiresAt && new Date(dataExport.expiresAt) <= new Date()
  return isOver ? null : dataExport
}

function State({ dataExport }: { dataExport: DataExport | null | undefined }) {
  if (!dataExport) {
    return <p>This takes a moment. You can keep working. We’ll notify you when it’s ready.</p>
  }
  if (dataExport.status === 'preparing') {
    return (
      <Banner title="We’re preparing your data">
        You can close this window. We’ll notify you when it’s ready.
      </Banner>
    )
  }
  if (dataExport.status === 'failed') {
    return <Banner tone="danger">We couldn’t prepare your data. Please try again.</Banner>
  }
  return (
    <Banner tone="success" title="Your data is ready">
      Prepared <RelativeTime at={dataExport.requestedAt} />
      {dataExport.expiresAt && (
        <>
          . Download expires{' '}
          {new Date(dataExport.expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' })}
        </>
      )}
      .
    </Banner>
  )
}
