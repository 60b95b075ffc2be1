import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { PublicLink } from '../../platform/email/links.ts'

/** The title and meaning of each change to how a person logs in. */
const notices = {
  'password-changed': ['Your password was changed', 'All other devices were signed out.'],
  'password-reset': [
    'Your password was reset',
    'A new password was chosen with a link sent to this address. All devices were signed out.',
  ],
  'temporary-password': [
    'You have a temporary password',
    'An administrator gave your account a temporary password. You choose your own when you sign in with it. It works for seven days.',
  ],
  'two-factor-enabled': [
    'Two-factor authentication is on',
    'From now on, signing in needs your password and a code. All other devices were signed out.',
  ],
  'two-factor-disabled': [
    'Two-factor authentication is off',
    'From now on, signing in needs your password alone.',
  ],
  'backup-codes-replaced': ['You have new backup codes', 'The old backup codes no longer work.'],
  'passkey-added': ['A passkey was added', 'It can be used as the second step of signing in.'],
  'passkey-removed': ['A passkey was removed', 'It can no longer be used to sign in.'],
  'email-change-requested': [
    'A new email address was asked for',
    'Your account keeps this address until the new one is confirmed. Changing your password stops the change.',
  ],
  'email-changed': [
    'Your email address was changed',
    'Your account now has another email address. Mails about it no longer come here.',
  ],
} as const

export type AccountNotice = keyof typeof notices

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Sent to the account's owner, who may not have made the change. */
export const accountNoticeEmail = defineEmail({
  name: 'account-notice',
  data: z.object({
    notice: z.enum(Object.keys(notices) as [AccountNotice, ...AccountNotice[]]),
    at: z.date(),
    help: z.instanceof(PublicLink),
  }),
  content: ({ notice, at, help }) => {
    const [title, meaning] = notices[notice]
    return {
      subject: title,
      blocks: [
        heading(title),
        paragraph(`${meaning}\n${inWords.format(at)} UTC`),
        paragraph('If this was not you, somebody else may be using your account. Act now.'),
        button('This was not me', help),
      ],
    }
  },
})

/** Sent to the new address of an account. */
export const confirmNewAddressEmail = defineEmail({
  name: 'change-email',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Confirm your new email address',
    blocks: [
      heading('Confirm your new email address'),
      paragraph('Somebody, hopefully you, wants to use this address for an Exempta account.'),
      button('Use this address', link),
      paragraph('The link works once and for 24 hours. Until then the account keeps its old address.'),
      paragraph('If you did not ask for this, ignore this mail: nothing changes.'),
    ],
  }),
})

/** Sent when someone else created the account, so that its owner can choose a password. */
export const choosePasswordEmail = defineEmail({
  name: 'choose-password',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Your Exempta account is ready',
    blocks: [
      heading('Your account is ready'),
      paragraph('An Exempta account was made for this address. Choose a password to open it.'),
      button('Choose a password', link),
      paragraph('The link works once and for 7 days.'),
    ],
  }),
})

/** Sent when a new password was requested. */
export const resetPasswordEmail = defineEmail({
  name: 'reset-password',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Choose a new password for Exempta',
    blocks: [
      heading('Choose a new password'),
      paragraph('Somebody, hopefully you, asked for a new password for your account.'),
      button('Choose a new password', link),
      paragraph('The link works once and for 30 minutes. All devices will be signed out.'),
      paragraph('If you did not ask for this, ignore this mail: nothing changes.'),
    ],
  }),
})

/** Sent to confirm the address of a new account. */
export const verifyAddressEmail = defineEmail({
  name: 'verify-email',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }) => ({
    subject: 'Verify your email address',
    blocks: [
      heading('Verify your email address'),
      paragraph('An Exempta account was made with this address. Verify that it is yours.'),
      button('Verify this address', link),
      paragraph('The link works once and for 24 hours.'),
      paragraph('If you did not register, ignore this mail.'),
    ],
  }),
})
