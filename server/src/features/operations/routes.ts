import * as contract from '@exempta/contract/operations'
import { AppError } from '../../platform/app-error.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { checkDatabase } from './check-database.ts'

export function operationRoutes(services: Services): Implementation[] {
  return [
    implement(contract.getHealth, async () => ({ status: 'ok' as const })),
    implement(contract.getReady, async () => {
      await checkDatabase(services).catch((cause) => {
        throw new AppError('unavailable', { cause, retryAfterSeconds: 2 })
      })
      return { status: 'ready' as const }
    }),
  ]
}
