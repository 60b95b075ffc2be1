import type { CardClass } from '@exempta/knowledge/terms'

const lineWords: Record<CardClass['line'], string> = {
  travel: 'Travel card',
  purchase: 'Purchase card',
  fleet: 'Fleet card',
  integrated: 'Integrated card',
  unknown: 'Government card',
}

const billingWords: Record<CardClass['billing'], string> = {
  central: 'centrally billed',
  individual: 'individually billed',
  split: 'lodging and car rental billed centrally, everything else individually',
  unknown: '',
}

/** The kind of a government card, such as “Travel card, individually billed”. */
export const cardWords = ({ line, billing }: Pick<CardClass, 'line' | 'billing'>): string =>
  [lineWords[line], billingWords[billing]].filter(Boolean).join(', ')
