import * as contract from '@exempta/contract/admin/health'
import { AppError } from '../../../platform/app-error.ts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { checkDatabase } from './check-database.ts'

/**
 * Load balancers poll readiness: it fails as soon as a shutdown starts, while requests are still answered.
 */
export function operationRoutes(services: Services, isDraining = () => false): Implementation[] {
  return [
    implement(contract.getHealth, async () => ({ status: 'ok' as const })),
    implement(contract.getReady, async () => {
      if (isDraining()) throw new AppError('unavailable', { retryAfterSeconds: 2 })
      await checkDatabase(services).catch((cause) => {
        throw new AppError('unavailable', { cause, retryAfterSeconds: 2 })
      })
      return { status: 'ready' as const }
    }),
  ]
}
