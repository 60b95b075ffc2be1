import type { Duty } from '@exempta/contract/access'
import { QueryClientProvider } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { ChoosePasswordForm } from '../features/accounts/password-forms.tsx'
import { TwoFactorSettings } from '../features/accounts/two-factor/two-factor-settings.tsx'
import { errorText } from '../lib/api-error.ts'
import { queryClient } from '../lib/query.ts'
import { signOutHere } from '../lib/session-calls.ts'
import { AccountCard } from '../ui/account-card.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

const words: Record<Duty, { title: string; description: string }> = {
  'choose-password': {
    title: 'Choose your own password',
    description: 'Your password is temporary. Choose a new one that only you know.',
  },
  'enable-two-factor': {
    title: 'Protect your account',
    description:
      'Your role requires two-factor authentication. Set it up in a minute with an authenticator app.',
  },
}

/** Stands in place of any page behind sign-in while the person has something to do first. */
export function FinishSetup({ duty }: { duty: Duty }) {
  return (
    <main>
      <AccountCard
        {...words[duty]}
        below={
          <Button variant="ghost" onClick={() => void leave()}>
            <LogOut aria-hidden className="size-4" />
            Logout
          </Button>
        }
      >
        {duty === 'choose-password' ? (
          <ChoosePasswordForm />
        ) : (
          <QueryClientProvider client={queryClient}>
            <TwoFactorSettings
              title="Two-Factor Authentication"
              enableLabel="Enable Two-Factor"
              disableLabel="Disable Two-Factor"
            />
          </QueryClientProvider>
        )}
      </AccountCard>
    </main>
  )
}

const leave = () => signOutHere().catch((error: unknown) => toast.error(errorText(error)))
