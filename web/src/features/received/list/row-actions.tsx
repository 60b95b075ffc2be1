import type { ReceivedDocument } from '@exempta/contract/received'
import { Check, Download, Eye, X } from 'lucide-react'
import { downloadDocument } from '../../../ui/download-document.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

export interface RowActs {
  canReview: boolean
  onView: (row: ReceivedDocument) => void
  onVerify: (row: ReceivedDocument) => void
  onReject: (row: ReceivedDocument) => void
}

export function RowActions({
  row,
  canReview,
  onView,
  onVerify,
  onReject,
}: RowActs & { row: ReceivedDocument }) {
  const { document, status, canDownload } = row
  return (
    <span className="-ml-2 inline-flex md:ml-0">
      <IconButton label={`View ${document.name}`} icon={<Eye aria-hidden />} onClick={() => onView(row)} />
      {canDownload && (
        <IconButton
          label={`Download ${document.name}`}
          icon={<Download aria-hidden />}
          onClick={() => void downloadDocument(document.id)}
        />
      )}
      {canReview && status === 'pending' && (
        <>
          <IconButton
            label={`Verify ${document.name}`}
            icon={<Check aria-hidden />}
            onClick={() => onVerify(row)}
          />
          <IconButton
            label={`Reject ${document.name}`}
            icon={<X aria-hidden />}
            tone="danger"
            onClick={() => onReject(row)}
          />
        </>
      )}
    </span>
  )
}
