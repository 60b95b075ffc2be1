import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'

const ChangePasswordDialog = lazy(() => import('./change-password-dialog.tsx'))

export function ChangePasswordRow({ title, buttonLabel }: { title: string; buttonLabel: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingRow
      title={title}
      description="When you change it, you are signed out everywhere else."
      actions={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {buttonLabel}
        </Button>
      }
    >
      {isOpen && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingRow>
  )
}
