import { documentAddress } from '@exempta/contract/document-files'
import type { Document, DocumentPage } from '@exempta/contract/documents'
import { useId } from 'react'

interface PreviewPageProps {
  document: Pick<Document, 'id' | 'version'>
  page: DocumentPage
  /** Whose address stands over it. */
  watermark: string | undefined
}

export function PreviewPage({ document: { id, version }, page, watermark }: PreviewPageProps) {
  return (
    <div
      className="relative overflow-hidden rounded-sm bg-white"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      <img
        src={documentAddress.page(id, version, page.page)}
        alt={`Page ${page.page}, as receivers see it`}
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
