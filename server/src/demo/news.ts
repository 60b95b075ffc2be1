import type { NotificationType } from '@exempta/contract/notifications'
import type { Role } from '@exempta/contract/people'

interface DemoNotification {
  type: NotificationType
  title: string
  message: string
  link: `/${string}`
}

/** What each person of the demo finds in the notifications panel. */
export const demoNews: Record<Role, DemoNotification[]> = {
  admin: [
    {
      type: 'businesses',
      title: 'Pinecrest Pharmacy is waiting to be activated',
      message: 'Pinecrest Pharmacy registered as a business. Review it and activate it.',
      link: '/admin/businesses?status=pending',
    },
    {
      type: 'users',
      title: 'Rosa Delgado registered',
      message: 'Rosa Delgado created a user account.',
      link: '/admin/users?q=Rosa',
    },
  ],
  user: [
    {
      type: 'other',
      title: 'Welcome to Exempta',
      message: 'Upload a certificate and see what we hide before you share it.',
      link: '/user/upload',
    },
  ],
  business: [
    {
      type: 'businesses',
      title: 'Welcome to Exempta',
      message: 'Documents people share with your business appear under Received Documents.',
      link: '/business/documents',
    },
  ],
}
