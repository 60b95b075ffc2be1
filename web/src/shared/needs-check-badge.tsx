import { TriangleAlert } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Beside the status of a document that its owner has to check first. */
export const NeedsCheckBadge = () => (
  <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
    Check before sharing
  </Badge>
)
