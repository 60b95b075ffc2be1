import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Users } from '../../../features/admin/users/users.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const AddUserDialog = onDemand(
  async () => (await import('../../../features/admin/users/user-dialogs.tsx')).AddUserDialog,
)

const title = 'User Management'

export const meta = pageMeta(title)

export default function UsersPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        description="Add, edit and remove the people who use Exempta."
        actions={
          <Button onClick={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4" />
            Add User
          </Button>
        }
      />
      <Users />
      {isAdding && <AddUserDialog onClose={() => setAdding(false)} />}
    </>
  )
}
