import { useParams } from 'react-router'
import { ReviewWorkspace } from '../../../features/review/workspace/review-workspace.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import type { GuardedHandle } from '../../shell/use-session-guard.ts'

export const meta = pageMeta('Review document')

export const handle: GuardedHandle = { isFullHeight: true }

export default function ReviewPage() {
  const { id = '' } = useParams()
  return <ReviewWorkspace id={id} />
}
