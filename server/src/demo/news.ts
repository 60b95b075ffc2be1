import type { NotificationType } from '@exempta/contract/notifications'
import type { Role } from '@exempta/contract/people'

/** What each person of the demo finds in the notifications panel. */
export const demoNews: Record<Role, { type: NotificationType; title: string; message: string }[]> = {
  admin: [
    {
      type: 'businesses',
      title: 'A business registered',
      message: 'Pinecrest Pharmacy waits to be activated.',
    },
    { type: 'users', title: 'A user registered', message: 'Rosa Delgado made an account.' },
  ],
  user: [
    {
      type: 'other',
      title: 'Welcome to Exempta',
      message: 'Upload a certificate and see what is hidden before you share it.',
    },
  ],
  business: [
    {
      type: 'businesses',
      title: 'Welcome to Exempta',
      message: 'What people share with your business shows under Received Documents.',
    },
  ],
}
