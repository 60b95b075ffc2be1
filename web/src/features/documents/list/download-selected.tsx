import type { Document } from '@exempta/contract/documents'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { downloadDocument } from '../../../ui/download-document.ts'

export function DownloadSelected({ documents }: { documents: readonly Document[] }) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    for (const { id } of documents) await downloadDocument(id)
    setBusy(false)
  }
  return (
    <Button variant="secondary" size="sm" isLoading={isBusy} onClick={() => void download()}>
      <Download aria-hidden className="size-4" />
      Download Selected ({documents.length})
    </Button>
  )
}
