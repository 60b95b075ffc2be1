import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AddUserDialog, Users } from '../../../features/users/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'

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
      <Suspense fallback={<SectionSpinner />}>
        <Users />
      </Suspense>
      {isAdding && (
        <Suspense>
          <AddUserDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
