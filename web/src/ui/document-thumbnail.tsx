import { documentAddress } from '@exempta/contract/document-files'
import type { Document } from '@exempta/contract/documents'
import { CreditCard, FileText, Image } from 'lucide-react'
import { useState } from 'react'

type Shown = Pick<Document, 'id' | 'type' | 'version'> & Partial<Pick<Document, 'isCard'>>

/** The first redacted page in small; an icon of its kind while there is none. */
export function DocumentThumbnail({ id, type, version, isCard = false }: Shown) {
  const [failed, setFailed] = useState<number>()
  const Icon = isCard ? CreditCard : type === 'application/pdf' ? FileText : Image
  return (
    <span className="inline-flex h-12 w-10 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-subtle text-ink-muted">
      {version > 0 && failed !== version ? (
        <img
          src={documentAddress.thumbnail(id, version)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(version)}
          className="size-full object-cover object-top"
        />
      ) : (
        <Icon aria-hidden className="size-5" />
      )}
    </span>
  )
}
