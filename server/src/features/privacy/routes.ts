import * as contract from '@exempta/contract/privacy'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { deleteAccount } from './erasure.ts'
import { downloadDataExport, getDataExport, requestDataExport } from './exports.ts'
import { getPrivacySettings, updatePrivacySettings } from './privacy-settings.ts'

export function privacyRoutes(services: Services): Implementation[] {
  return [
    implement(contract.getPrivacySettings, ({ call }) => getPrivacySettings(services, call)),
    implement(contract.updatePrivacySettings, async ({ call, body }) => {
      await updatePrivacySettings(services, call, body)
      return getPrivacySettings(services, call)
    }),
    implement(contract.getDataExport, async ({ call }) => ({ export: await getDataExport(services, call) })),
    implement(contract.requestDataExport, async ({ call }) => ({
      export: await requestDataExport(services, call),
    })),
    implement(contract.downloadDataExport, ({ call, params }) =>
      downloadDataExport(services, call, params.id),
    ),
    implement(contract.deleteAccount, async ({ call, body }) => {
      await deleteAccount(services, call, body)
      return undefined
    }),
  ]
}
