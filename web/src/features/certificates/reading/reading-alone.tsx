import { TextLink } from '../../../ui/text.tsx'
import { useWhatWeRead } from './what-we-read.tsx'

/** What was read on a document, for a page that doesn't show its pages. */
export function ReadingAlone({ documentId }: { documentId: string }) {
  const { panel } = useWhatWeRead(documentId)
  return (
    <div className="grid gap-2">
      {panel()}
      <TextLink to={`/user/documents/${documentId}`}>View pages</TextLink>
    </div>
  )
}
