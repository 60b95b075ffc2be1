/** Texts that any page may need, in a file of their own so that the home page loads no others. */
export const pageTexts = {
  unexpected: 'An unexpected error occurred',
  errorOccurred: 'An error occurred',
  permission: 'You do not have permission to perform this action',
  accessDenied: { title: 'Access Denied', text: 'You do not have permission to view this page.' },
  demo: 'This is a demo. Its passwords are public, so don’t upload anything real.',
  notFound: { title: 'Page Not Found', link: 'Return Home' },
} as const
