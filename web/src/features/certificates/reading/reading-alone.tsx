import { useRef, useState } from 'react'
import type { PageViewerHandle } from '../../../shared/page-viewer/page-viewer.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { useWhatWeRead } from './what-we-read.tsx'

/** What was read on a document, for a page that doesn't show its pages. */
export function ReadingAlone({ documentId }: { documentId: string }) {
  const viewer = useRef<PageViewerHandle>(null)
  const [activeId, setActive] = useState<string>()
  const { panel } = useWhatWeRead(documentId)
  return (
    <div className="grid gap-2">
      {panel({ viewer, activeId, onActive: setActive })}
      <TextLink to={`/user/documents/${documentId}`}>View pages</TextLink>
    </div>
  )
}
