import { useParams } from 'react-router'
import { BusinessDetail } from '../../../features/businesses/administration/business-detail.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('Business Detail')

export default function BusinessPage() {
  const { id = '' } = useParams()
  return <BusinessDetail key={id} id={id} />
}
