import { listDocuments } from '@exempta/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { routeQuery } from '../../../lib/query.ts'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { progressPercent, progressWords } from '../document-progress.ts'

/** What was sent before this page was opened, or from another browser, and is not ready yet. */
export function StillProcessing({ except }: { except: readonly string[] }) {
  const { data } = useQuery(routeQuery(listDocuments, { query: { status: 'processing' } }))
  const earlier = data?.items.filter(({ id }) => !except.includes(id)) ?? []
  if (earlier.length === 0) return null
  return (
    <Card
      title="Still processing"
      description="Uploaded earlier. You don’t need to wait here."
      actions={<TextLink to="/user/documents">My Documents</TextLink>}
    >
      <ul aria-label="Still processing" className="grid gap-4">
        {earlier.map(({ id, name, progress }) => (
          <li key={id}>
            <Progress
              label={name}
              percent={progress && progressPercent(progress)}
              detail={progress && progressWords(progress)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
