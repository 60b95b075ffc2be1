import { z } from 'zod'
import { button, defineEmail, heading, paragraph } from '../../platform/email/define-email.ts'
import { expiryOf, PublicLink } from '../../platform/email/links.ts'

/** The title and meaning of each change to how a person logs in. */
const notices = {
  'password-changed': ['Your password was changed', 'We logged you out on all your other devices.'],
  'password-reset': [
    'Your password was reset',
    'Someone chose a new password with a link sent to this address. We logged you out on all devices.',
  ],
  'temporary-password': [
    'You have a temporary password',
    'An administrator set a temporary password for your account. It expires in 7 days. You choose your own password when you log in with it.',
  ],
  'two-factor-enabled': [
    'Two-factor authentication is on',
    'From now on, you log in with your password and a code. We logged you out on all your other devices.',
  ],
  'two-factor-disabled': [
    'Two-factor authentication is off',
    'From now on, you log in with only your password.',
  ],
  'backup-codes-replaced': ['You have new backup codes', 'Your old backup codes no longer work.'],
  'passkey-added': [
    'A passkey was added to your account',
    'You can use it instead of a code when you log in.',
  ],
  'passkey-removed': ['A passkey was removed from your account', 'It can no longer be used to log in.'],
  'email-change-requested': [
    'Someone asked to change your email address',
    'Your address stays the same until the new one is confirmed. To stop the change, change your password.',
  ],
  'email-changed': [
    'Your email address was changed',
    'Your account now uses a different email address. We’ll no longer email this one about it.',
  ],
} as const

export type AccountNotice = keyof typeof notices

/** Sent to the account's owner, who may not have made the change. */
export const accountNoticeEmail = defineEmail({
  name: 'account-notice',
  data: z.object({
    notice: z.enum(Object.keys(notices) as [AccountNotice, ...AccountNotice[]]),
    at: z.date(),
    help: z.instanceof(PublicLink),
  }),
  content: ({ notice, at, help }, { moment }) => {
    const [title, meaning] = notices[notice]
    return {
      subject: title,
      blocks: [
        heading(title),
        paragraph(`${meaning}\n${moment(at)}`),
        paragraph('If this wasn’t you, someone else may be using your account. Secure it now.'),
        button('This wasn’t me', help),
      ],
    }
  },
})

/** Sent to the new address of an account. */
export const confirmNewAddressEmail = defineEmail({
  name: 'change-email',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }, times) => ({
    subject: 'Confirm your new email address',
    blocks: [
      heading('Confirm your new email address'),
      paragraph('You asked to use this address for your Exempta account. Confirm that it’s yours.'),
      button('Confirm this address', link),
      paragraph(`${expiryOf(link, times)} Until you use it, your account keeps its old address.`),
      paragraph('If you didn’t ask for this, you can ignore this email. Nothing will change.'),
    ],
  }),
})

/** Sent when someone else created the account, so that its owner can choose a password. */
export const choosePasswordEmail = defineEmail({
  name: 'choose-password',
  data: z.object({ business: z.string().optional(), link: z.instanceof(PublicLink) }),
  content: ({ business, link }, times) => {
    const title = business ? `You’ve been added to ${business} on Exempta` : 'Your Exempta account is ready'
    return {
      subject: title,
      blocks: [
        heading(title),
        paragraph(
          business
            ? `An administrator created an Exempta account for you, so that you can work with ${business}. Choose a password to get started.`
            : 'An administrator created an Exempta account for you. Choose a password to get started.',
        ),
        button('Choose a password', link),
        paragraph(expiryOf(link, times)),
      ],
    }
  },
})

/** Sent when a new password was requested. */
export const resetPasswordEmail = defineEmail({
  name: 'reset-password',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }, times) => ({
    subject: 'Choose a new password for Exempta',
    blocks: [
      heading('Choose a new password'),
      paragraph('You asked for a link to choose a new password for your Exempta account.'),
      button('Choose a new password', link),
      paragraph(`${expiryOf(link, times)} When you save the new password, we’ll log you out on all devices.`),
      paragraph('If you didn’t ask for this, you can ignore this email. Nothing will change.'),
    ],
  }),
})

/** Sent to confirm the address of a new account. */
export const verifyAddressEmail = defineEmail({
  name: 'verify-email',
  data: z.object({ link: z.instanceof(PublicLink) }),
  content: ({ link }, times) => ({
    subject: 'Confirm your email address',
    blocks: [
      heading('Confirm your email address'),
      paragraph('Thanks for creating an Exempta account. Confirm that this is your email address.'),
      button('Confirm this address', link),
      paragraph(expiryOf(link, times)),
      paragraph('If you didn’t create an account, you can ignore this email.'),
    ],
  }),
})
