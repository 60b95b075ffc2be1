import type { Stream } from '@exempta/contract/events'

declare module '../../platform/db/schema.ts' {
  interface ColumnValues {
    notifications: { audience: Stream }
  }
}
