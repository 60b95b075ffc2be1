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
    description: 'People who have it on are not asked again; the others must set it up before they go on.',
  },
  session: {
    title: 'Session times',
    description: 'When people are signed out.',
  },
  quota: {
    title: 'Quotas',
    description: 'What one person can keep. People who have more keep it, and can add nothing.',
  },
  retention: {
    title: 'Retention',
    description: 'What is older is deleted every night. Documents follow the choice of their owners.',
  },
  support: {
    title: 'Support',
    description: 'What the Contact page tells everybody.',
  },
  about: {
    title: 'About page',
    description: 'The four claims of the About page.',
  },
}

/** Each setting stands in the section that its key begins with. */
export const sections: readonly Section[] = Object.entries(groups).map(([group, section]) => ({
  ...section,
  fields: settingKeys
    .filter((key) => key.startsWith(`${group}.`))
    .map((key): SettingField => ({ key, ...settingDefinitions[key] })),
}))
