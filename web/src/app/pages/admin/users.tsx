import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { AddUserDialog } from '../../../features/admin/users/user-dialogs.tsx'
import { Users } from '../../../features/admin/users/users.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

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
