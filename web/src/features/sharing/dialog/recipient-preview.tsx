import { type Document, type DocumentPage, getDocument } from '@exempta/contract/documents'
import { documentAddress } from '@exempta/contract/documents/files'
import type { NewShares } from '@exempta/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import type { ShareableDocument } from './choose-documents.tsx'

interface PreviewPageProps {
  document: Pick<Document, 'id' | 'version'>
  page: DocumentPage
  /** The address in the watermark. */
  watermark: string | undefined
}

function PreviewPage({ document: { id, version }, page, watermark }: PreviewPageProps) {
  return (
    <div
      className="relative overflow-hidden rounded-sm bg-white"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      <img
        src={documentAddress.page(id, version, page.page)}
        alt={`Page ${page.page}, as recipients see it`}
        width={page.width}
        height={page.height}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full"
      />
      {watermark && <Watermark address={watermark} />}
    </div>
  )
}

const letterWidth = 4.2

/** As the stamp of the server lies over the page: tilted, all over, light enough to read below it. */
function Watermark({ address }: { address: string }) {
  const pattern = useId()
  const width = address.length * letterWidth + 30
  return (
    <svg aria-hidden className="absolute inset-0 size-full fill-slate-700/50 text-[7px]">
      <pattern
        id={pattern}
        width={width}
        height="34"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-28)"
      >
        <text y="10">{address}</text>
        <text y="19">{new Date().toLocaleString()}</text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  )
}

type Values = z.input<typeof NewShares>

/** The pictures that recipients get, one document at a time. */
export function RecipientPreview({ documents }: { documents: readonly ShareableDocument[] }) {
  const [wanted, setWanted] = useState(0)
  const [hasWatermark, emails] = useWatch<Values, ['hasWatermark', 'emails']>({
    name: ['hasWatermark', 'emails'],
  })
  const at = Math.min(wanted, documents.length - 1)
  const shown = documents[at]
  return (
    <section aria-label="What recipients see" className="grid content-start gap-2">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-medium">What recipients see</h3>
        {documents.length > 1 && (
          <span className="flex items-center text-ink-muted tabular-nums">
            <PlainIconButton
              size="sm"
              label="Previous document"
              icon={<ChevronLeft aria-hidden />}
              disabled={at === 0}
              onClick={() => setWanted(at - 1)}
            />
            {at + 1} of {documents.length}
            <PlainIconButton
              size="sm"
              label="Next document"
              icon={<ChevronRight aria-hidden />}
              disabled={at === documents.length - 1}
              onClick={() => setWanted(at + 1)}
            />
          </span>
        )}
      </header>
      {shown && (
        <PreviewPages key={shown.id} document={shown} watermark={hasWatermark ? emails?.[0] : undefined} />
      )}
    </section>
  )
}

interface PreviewPagesProps {
  document: ShareableDocument
  watermark: string | undefined
}

function PreviewPages({ document: { id, name }, watermark }: PreviewPagesProps) {
  const { data, error, refetch, isRefetching } = useQuery({
    ...routeQuery(getDocument, { params: { id } }),
    throwOnError: false,
  })
  if (error && !data) {
    return <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
  }
  if (!data) return <Skeleton className="aspect-3/4 w-full" label={`Loading ${name}`} />
  return (
    <figure className="grid gap-2">
      <section
        aria-label={`Pages of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        className="grid max-h-96 gap-2 overflow-y-auto rounded-card border border-line bg-subtle p-2 md:max-h-[25rem]"
      >
        {data.pages.map((page) => (
          <PreviewPage key={page.page} document={data} page={page} watermark={watermark} />
        ))}
      </section>
      <figcaption className="text-xs text-ink-muted [overflow-wrap:anywhere]">
        {name} · {data.pages.length === 1 ? '1 page' : `${data.pages.length} pages`}
        {watermark && ' · each recipient sees their own address'}
      </figcaption>
    </figure>
  )
}
