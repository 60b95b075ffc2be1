import * as contract from '@exempta/contract/knowledge'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { downloadRules, listRules } from './rules.ts'

export const ruleRoutes = (services: Services): Implementation[] => [
  implement(contract.listRules, async ({ query }) => listRules(services, query)),
  implement(contract.downloadRules, async ({ query }) => downloadRules(services, query)),
]
