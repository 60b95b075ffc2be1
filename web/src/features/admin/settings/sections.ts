import type { SettingKey } from '@exempta/contract/admin/settings'

export interface SettingField {
  key: SettingKey
  label: string
  hint?: string
  /** Takes a row to itself: its text or its hint is long. */
  isWide?: true
}

export interface Section {
  title: string
  description: string
  fields: readonly SettingField[]
}

/** What belongs together is saved together. */
export const sections: readonly Section[] = [
  {
    title: 'Two-factor authentication',
    description: 'People who have it on are not asked again; the others must set it up before they go on.',
    fields: [
      { key: 'security.requireTwoFactorForAdmins', label: 'Require it of administrators', isWide: true },
      {
        key: 'security.requireTwoFactorForManagers',
        label: 'Require it of managers of businesses',
        isWide: true,
      },
    ],
  },
  {
    title: 'Session times',
    description: 'When people are signed out.',
    fields: [
      { key: 'session.idleMinutes', label: 'Minutes without activity' },
      { key: 'session.absoluteHours', label: 'Hours in any case' },
    ],
  },
  {
    title: 'Quotas',
    description: 'What one person can keep. People who have more keep it, and can add nothing.',
    fields: [
      { key: 'quota.documents', label: 'Documents' },
      { key: 'quota.megabytes', label: 'Megabytes' },
    ],
  },
  {
    title: 'Retention',
    description: 'What is older is deleted every night. Documents follow the choice of their owners.',
    fields: [
      {
        key: 'retention.networkAddressDays',
        label: 'Days of network addresses in the audit log',
        hint: 'The entries themselves stay.',
        isWide: true,
      },
      { key: 'retention.notificationDays', label: 'Days of notifications' },
      { key: 'retention.mailDays', label: 'Days of mails' },
    ],
  },
  {
    title: 'Support',
    description: 'What the Contact page tells everybody.',
    fields: [
      { key: 'support.email', label: 'Support address', hint: 'Leave it empty to show none.', isWide: true },
      { key: 'support.hours', label: 'Hours', hint: 'Parts are separated by commas.', isWide: true },
    ],
  },
  {
    title: 'About page',
    description: 'The four claims of the About page.',
    fields: [
      { key: 'about.users', label: 'Users' },
      { key: 'about.documents', label: 'Documents' },
      { key: 'about.uptime', label: 'Uptime' },
      { key: 'about.support', label: 'Support' },
      {
        key: 'about.liveFigures',
        label: 'Show live figures',
        hint: 'Users, documents and uptime are counted instead; the text for support stays.',
        isWide: true,
      },
    ],
  },
]
