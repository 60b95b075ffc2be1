import {
  type SettingGroup,
  type SettingKey,
  settingDefinitions,
  settingKeys,
} from '@exempta/contract/admin/settings'

export interface SettingField {
  key: SettingKey
  label: string
  hint?: string
  isWide?: true
  isMultiline?: true
}

export interface Section {
  title: string
  description: string
  fields: readonly SettingField[]
}

/** What belongs together is saved together. */
const groups: Readonly<Record<SettingGroup, Omit<Section, 'fields'>>> = {
  security: {
    title: 'Two-factor authentication',
    description: 'People who already use it won’t notice. Others must set it up before they can continue.',
  },
  session: {
    title: 'Session times',
    description: 'When people are logged out.',
  },
  quota: {
    title: 'Quotas',
    description:
      'How much each person can keep. People over the limit keep their documents but can’t add more.',
  },
  retention: {
    title: 'Retention',
    description: 'We delete older data every night. Documents follow each owner’s own setting.',
  },
  support: {
    title: 'Support',
    description: 'Shown on the Contact page.',
  },
  chat: {
    title: 'Live support',
    description: 'What agents use in Chat Management.',
  },
  about: {
    title: 'About page',
    description: 'The four figures on the About page.',
  },
}

/** Each setting stands in the section that its key begins with. */
export const sections: readonly Section[] = Object.entries(groups).map(([group, section]) => ({
  ...section,
  fields: settingKeys
    .filter((key) => key.startsWith(`${group}.`))
    .map((key): SettingField => ({ key, ...settingDefinitions[key] })),
}))
