import { useParams } from 'react-router'
import { UserPage } from '../../../features/admin/users/user-page.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

export const meta = pageMeta('User')

export default function AdministeredUserPage() {
  const { id = '' } = useParams()
  return <UserPage key={id} id={id} />
}
