import { pageTexts } from './page-texts.ts'

/** The specification's texts by place. The caller fills `{message}`. */
export const texts = {
  ...pageTexts,

  login: {
    failed: 'The email or password you entered is incorrect. Please try again.',
    noUser: 'No user returned from login',
    notActive: 'This account is not active. Please contact support.',
    uploadFirst: 'Please log in to upload documents',
  },
  register: {
    failed: 'Failed to create account',
    noUser: 'No user returned from registration',
    profileFailed: 'Failed to create user profile',
    passwordsDiffer: 'Passwords do not match',
  },
  invitation: { refused: 'This address cannot be invited. Ask for a work address.' },
  profile: {
    saved: 'Profile updated successfully!',
    failed: 'Failed to update profile',
    noUser: 'No authenticated user',
    newPasswordsDiffer: 'New passwords do not match',
    passwordFailed: 'Failed to update password',
  },
  dashboard: { failed: 'Error loading dashboard: {message}' },

  upload: {
    failed: 'Failed to upload documents',
    wrongType: 'File type must be {types}',
    tooLarge: 'File is larger than {bytes} bytes',
    tooMany: 'Too many files',
    sendAgain: 'Please send it again',
    done: 'Your documents have been successfully processed! Redirecting to documents page...',
  },
  documents: {
    empty: 'No documents found matching your criteria.',
    notShared: 'Not shared',
    linkUnavailable: 'Unable to generate document viewing link',
    linkFailed: 'Failed to generate document viewing link',
    viewUnexpected: 'An unexpected error occurred while trying to view the document',
    downloadUnavailable: 'Unable to download the document',
    downloadUnexpected: 'An unexpected error occurred while trying to download the document',
    deleteFailed: 'Failed to delete the document',
    shareFailed: 'Failed to share documents',
    viewSignedOut: 'You must be logged in to view documents',
    downloadSignedOut: 'You must be logged in to download documents',
    deleteQuestion: 'Are you sure you want to delete this document? This action cannot be undone.',
  },

  notifications: {
    empty: 'No notifications',
    connectionFailed: 'Connection check failed: {message}',
    fetchFailed: 'Failed to fetch notifications: {message}',
    noData: 'No data received from notifications query',
    signedOut: 'User not authenticated',
    markFailed: 'Failed to mark notification as read: {message}',
    markAllFailed: 'Failed to mark all notifications as read: {message}',
    unreachable: 'Failed to fetch notifications. Please check your connection and try again.',
  },

  chat: {
    welcome: 'Welcome to our live support! How can we help you today?',
    nameMissing: 'Please enter your name',
    emailMissing: 'Please enter your email address',
    automaticReplies: [
      'Thank you for your message. We will be happy to help you.',
      'We understand. Let us check that for you.',
      'We are looking into it and will get back to you.',
      'Thank you for waiting. We will be with you as soon as we can.',
    ],
    cannedReplies: [
      'Thank you for your message. How can I help?',
      'I understand. Let me check that for you.',
      'I’m looking into it right now.',
      'Thank you for waiting.',
      'Could you tell me the name of the document?',
      'Please don’t send card or Social Security numbers here. We don’t need them.',
      'Is there anything else I can help you with?',
    ],
  },

  admin: {
    verifyFailed: 'Failed to verify admin status',
    dashboardFailed: 'Failed to load dashboard data',
    usersFailed: 'Failed to fetch users',
    usersEmpty: 'No users found matching your criteria.',
    createUserFailed: 'Failed to create user',
    addUserFailed: 'Failed to add user',
    updateUserFailed: 'Failed to update user',
    deleteUserQuestion: 'Are you sure you want to delete this user?',
    passwordTooShort: 'Password must be at least 6 characters long',
    businessesFailed: 'Error loading businesses: {message}',
    businessDetailsFailed: 'Failed to load business details',
    businessNotFound: 'Business not found',
    addBusinessFailed: 'Failed to add business',
    updateBusinessFailed: 'Failed to update business',
    deleteBusinessFailed: 'Failed to delete business',
    statusFailed: 'Failed to update status',
    verificationFailed: 'Failed to update verification status',
    memberStatusFailed: 'Failed to update user status',
    memberRoleFailed: 'Failed to update user role',
    templateSaved: 'Report template saved successfully!',
    templateSaveFailed: 'Failed to save report template',
    templateDeleteFailed: 'Failed to delete template',
    templateDeleteQuestion: 'Are you sure you want to delete this report template?',
    reportEmpty: 'No data available',
  },
} as const

/** Fills a placeholder in a text: `fill(texts.dashboard.failed, { message })`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
