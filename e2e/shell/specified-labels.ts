import { expect, type Page } from '@playwright/test'

/** Specified labels of pages that look the same for every person, by address. Other pages are checked in their journeys. */
const specifiedLabels: Record<string, readonly string[]> = {
  '/login': ['Email', 'Password', 'Sign up', 'Forgot password?'],
  '/register': ['User', 'Business', 'Full Name', 'Password', 'Confirm Password'],
  '/help': ['Help Center', 'Documentation', 'FAQs', 'Contact Support'],
  '/tutorials': [
    'Getting Started',
    'Uploading and Processing Documents',
    'Sharing Documents with Businesses',
    'Account Setup',
    'Document Upload',
    'Sharing Documents',
    'Processing Times',
  ],
  '/careers': [
    'Senior Software Engineer',
    'Product Manager',
    'Customer Success Manager',
    'Security Engineer',
  ],
  '/user/dashboard': [
    'Upload Document',
    'Uploaded',
    'Processed',
    'Shared',
    'Pending',
    'Recent Documents',
    'View All',
    'Recently Shared With',
    'Quick Actions',
    'Share Documents',
  ],
  '/user/upload': ['Process Documents', 'Also hide contact details'],
  '/user/documents': ['All Status', 'Processed', 'Processing', 'Failed'],
  '/business/dashboard': [
    'Invite User',
    'View Documents',
    'Received Documents',
    'Pending Review',
    'Verified Documents',
    'Active Users',
    'View Reports',
    'Recent Documents',
    'View All',
    'Business Users',
  ],
  '/business/documents': ['All Status', 'Verified', 'Pending', 'Rejected'],
  '/business/customers': ['All States', 'All Answers', 'Missing a certificate', 'Add a customer'],
  '/admin/dashboard': [
    'Total Users',
    'Businesses',
    'Documents',
    'Pending Issues',
    'Recent Activity',
    'Quick Links',
    'Manage Users',
    'Manage Businesses',
    'Generate Reports',
    'Chat Management',
  ],
  '/admin/users': [
    'User Management',
    'Search users...',
    'All Roles',
    'Users',
    'Businesses',
    'Admins',
    'All Status',
    'Active',
    'Inactive',
    'Suspended',
    'Add User',
  ],
  '/admin/businesses': [
    'All Status',
    'Active',
    'Inactive',
    'Pending',
    'Verified',
    'Unverified',
    'Sort by Name',
    'Sort by Users',
    'Sort by Documents',
    'Sort by Date',
  ],
  '/admin/businesses/some-id': [
    'Email',
    'Business Type',
    'Tax ID',
    'Registration Date',
    'Documents Received',
    'Total Users',
    'Business Users',
    'No users found',
    'Add User',
    'Back to Businesses',
  ],
  '/admin/chats': ['Chat Sessions', 'Search chats...', 'Select a chat to start messaging'],
}

/** The open page shows its specified labels, as text, as the name of a field or as a choice. */
export async function expectSpecifiedLabels(page: Page, address: string): Promise<void> {
  for (const label of specifiedLabels[address] ?? []) {
    const exactly = { exact: true }
    const shown = page.getByText(label, exactly).filter({ visible: true })
    const named = page.getByLabel(label, exactly).or(page.getByRole('option', { name: label, ...exactly }))
    await expect(shown.or(named).first(), `${address} shows “${label}”`).toBeAttached()
  }
}
