import type { NewShares } from '@exempta/contract/shares'
import { X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { DocumentThumbnail } from '../../../ui/document-thumbnail.tsx'
import { PlainIconButton } from '../../../ui/plain-icon-button.tsx'
import type { ShareableDocument } from './share-dialog.tsx'

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
                label={`Do not share ${document.name}`}
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
