import { systemActor } from '../../platform/db/actor.ts'
import type { AccountEraser } from '../../platform/personal-data.ts'
import { removeExports } from './export/remove-exports.ts'

export const eraseExports: AccountEraser = (services, personId) =>
  services.database.transact(systemActor, (tx) => removeExports(services, tx, personId))
