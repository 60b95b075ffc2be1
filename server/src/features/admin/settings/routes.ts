import * as contract from '@exempta/contract/admin/settings'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { AboutFigures, listSettings, supportAddress, updateSettings } from './settings.ts'

export function settingRoutes(services: Services): Implementation[] {
  const figures = new AboutFigures(services)
  return [
    implement(contract.listSettings, async ({ call }) => ({ settings: await listSettings(services, call) })),
    implement(contract.updateSettings, async ({ call, body }) => {
      await updateSettings(services, call, body)
      return { settings: await listSettings(services, call) }
    }),
    implement(contract.getPublicSettings, async () => ({
      settings: { ...services.settings.all(), 'support.email': supportAddress(services) },
      about: await figures.claims(),
    })),
  ]
}
