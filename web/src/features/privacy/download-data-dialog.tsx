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
      description="One ZIP file with everything we hold about you: your account, your activity, and your documents as they were redacted."
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
    return (
      <p>It takes a moment to prepare. A notification tells you when it is ready; you can go on working.</p>
    )
  }
  if (dataExport.status === 'preparing') {
    return (
      <Banner title="We are preparing your data">
        You can close this window. A notification tells you when it is ready.
      </Banner>
    )
  }
  if (dataExport.status === 'failed') {
    return <Banner tone="danger">Your data could not be prepared. Please try again.</Banner>
  }
  return (
    <Banner tone="success" title="Your data is ready">
      Prepared <RelativeTime at={dataExport.requestedAt} />
      {dataExport.expiresAt && (
        <>
          ; it can be downloaded until{' '}
          {new Date(dataExport.expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' })}
        </>
      )}
      .
    </Banner>
  )
}
