import { z } from 'zod'
import { anyone } from './access.ts'
import { FormTrap } from './form-trap.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** What every form that anybody may send carries beside what the person wrote. */
export const formGuard = {
  website: FormTrap,
  stamp: z
    .string()
    .max(limits.formStampLength)
    .describe('From the form-stamp call, when the form was opened'),
}

export const getFormStamp = defineRoute({
  method: 'GET',
  path: '/api/form-stamp',
  summary: 'A signed time: says when a public form was opened',
  tag: 'Public forms',
  access: anyone,
  response: z.object({ stamp: z.string() }),
})
