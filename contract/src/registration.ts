import { z } from 'zod'
import { anyone } from './access.ts'
import { Session } from './accounts.ts'
import { FormTrap } from './form-trap.ts'
import { ChosenPassword, EmailAddress, PersonName } from './people.ts'
import { defineRoute } from './route.ts'

const tag = 'Accounts'

/** Nobody makes an administrator of themselves: a forged role is refused. */
export const register = defineRoute({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Register as a user, or as a business with its first manager',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({
    type: z.enum(['user', 'business']),
    name: PersonName.describe("The person's name; for a business, the business's name"),
    email: EmailAddress,
    password: ChosenPassword,
    website: FormTrap,
  }),
  freeText: ['name'],
  response: z.object({ session: Session }),
  status: 201,
  errors: ['address-taken', 'weak-password', 'too-many-requests'],
})
