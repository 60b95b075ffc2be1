import type { Reason } from '@exempta/knowledge/reasons'

// Said of every sale, or by who makes the certificate: no reason not to sign it.
const generic: readonly Reason['code'][] = [
  'single-use',
  'not-verified',
  'covered',
  'local-tax',
  'small-sale',
]

export const isGeneric = (code: Reason['code']): boolean => generic.includes(code)

// A statement is no form that we know, on purpose.
export const isAboutTheForm = (code: Reason['code']): boolean =>
  code === 'unknown-form' || code === 'other-paper'
