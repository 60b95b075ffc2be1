import * as contract from '@exempta/contract/businesses/profile'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { changeEmailPreferences, getEmailPreferences, getProfile, updateProfile } from './profile.ts'

export const businessProfileRoutes = (services: Services): Implementation[] => [
  implement(contract.getBusinessProfile, ({ call }) => getProfile(services, call)),
  implement(contract.updateBusinessProfile, ({ call, body }) => updateProfile(services, call, body)),
  implement(contract.getBusinessEmailPreferences, ({ call }) => getEmailPreferences(services, call)),
  implement(contract.updateBusinessEmailPreferences, async ({ call, body }) => {
    await changeEmailPreferences(services, call, body)
    return body
  }),
]
