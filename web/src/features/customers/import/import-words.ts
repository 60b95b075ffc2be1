import type { ImportStatus } from '@exempta/contract/customers/import'
import type { Tone } from '../../../ui/badge.tsx'

export const count = (value: number) => value.toLocaleString('en-US')

export const statusTones: Record<ImportStatus, Tone> = {
  checking: 'info',
  ready: 'neutral',
  importing: 'info',
  done: 'success',
  failed: 'danger',
}
