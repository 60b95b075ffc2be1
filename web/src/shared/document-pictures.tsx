import type { Document, DocumentPage } from '@exempta/contract/documents'
import { documentAddress } from '@exempta/contract/documents/files'
import { CreditCard, FileText, Image } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'

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

interface PagePictureProps {
  address: string
  alt: string
  page: Pick<DocumentPage, 'width' | 'height'>
  /** The page could not be loaded and is asked for again: it may have been replaced by a newer version. */
  onStale: () => void
  /** What lies over the picture, in shares of its width and height. */
  children: ReactNode
}

/** Fills what it stands in. */
export function PagePicture({ address, alt, page: { width, height }, onStale, children }: PagePictureProps) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState<string>()
  const key = `${address} ${tries}`
  if (failed === key) {
    return (
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-subtle text-ink-muted">
        We couldn’t load this page.
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setTries(tries + 1)
            onStale()
          }}
        >
          Try again
        </Button>
      </div>
    )
  }
  return (
    <>
      <img
        key={key}
        src={address}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        draggable={false}
        onError={() => setFailed(key)}
        className="absolute inset-0 size-full select-none"
      />
      {children}
    </>
  )
}
