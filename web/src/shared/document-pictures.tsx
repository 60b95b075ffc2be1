import type { Document, DocumentPage } from '@exempta/contract/documents'
import { listThumbnails } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, FileText, Image } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'

type Shown = Pick<Document, 'id' | 'type' | 'version'> & Partial<Pick<Document, 'isCard'>>

type Picture = { jpeg: string } | null
interface Waiting {
  id: string
  version: number
  resolve: (picture: Picture) => void
  reject: (error: unknown) => void
}
let waiting: Waiting[] = []

/** All thumbnails that a list shows are fetched by one call. */
function fetchThumbnail(id: string, version: number): Promise<Picture> {
  if (waiting.length === 0) setTimeout(fetchWaiting)
  return new Promise((resolve, reject) => {
    waiting.push({ id, version, resolve, reject })
    if (waiting.length === documentLimits.documentsAtOnce) fetchWaiting()
  })
}

async function fetchWaiting(): Promise<void> {
  const asked = waiting
  waiting = []
  if (asked.length === 0) return
  const of = asked.map(({ id, version }) => `${id}.${version}`).join(',')
  try {
    const { thumbnails } = await call(listThumbnails, { query: { of } })
    const found = new Map(thumbnails.map((thumbnail) => [thumbnail.id, thumbnail]))
    for (const { id, resolve } of asked) resolve(found.get(id) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** The first redacted page in small; an icon of its kind while there is none. */
export function DocumentThumbnail({ id, type, version, isCard = false }: Shown) {
  const { data } = useQuery({
    queryKey: ['thumbnails', id, version],
    queryFn: () => fetchThumbnail(id, version),
    enabled: version > 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  const Icon = isCard ? CreditCard : type === 'application/pdf' ? FileText : Image
  return (
    <span className="inline-flex h-12 w-10 shrink-0 md:group-data-tight/table:h-10 md:group-data-tight/table:w-8 items-center justify-center overflow-hidden rounded-md border border-line bg-subtle text-ink-muted md:group-data-compact/table:hidden">
      {data ? (
        <img
          src={`data:image/jpeg;base64,${data.jpeg}`}
          alt=""
          decoding="async"
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
