import type { SpecifiedTexts } from './row.ts'

/** decisions.md: texts that were decided where the two documents say nothing. */
export const decisions: SpecifiedTexts = {
  'Accounts, sessions, guard': {
    'e2e/shell/guard.journey.ts': ['Please log in to upload documents'],
    'e2e/admin/users.journey.ts': [
      'Access Denied',
      'You do not have permission to perform this action',
      'This account is not active. Please contact support.',
    ],
    'e2e/accounts/register.journey.ts': ['An account with this email already exists'],
    'e2e/accounts/other-roles.journey.ts': ['My account'],
    'e2e/businesses/administration.journey.ts': ['This address cannot be invited. Ask for a work address.'],
  },
  'Documents, redaction, sharing': {
    'server/src/features/documents/processing.test.ts': ['Please send it again'],
    'e2e/shell/specified-labels.ts': [['also hide contact details', 'Also hide contact details']],
    'e2e/sharing/sharing.journey.ts': ['Shared With'],
  },
  'Administrator area': {
    'web/src/app/features.test.ts': ['System'],
    'e2e/shell/navigation.journey.ts': [
      'Audit Log',
      'Mail',
      'Applications',
      'API Access',
      'Settings',
      'Health',
    ],
  },
}
