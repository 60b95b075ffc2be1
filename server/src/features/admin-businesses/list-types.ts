import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { typesPresent } from './queries/businesses.ts'

export const listTypes = ({ database }: Services, call: Call) =>
  database.transact(personOf(call), typesPresent, { readOnly: true })
