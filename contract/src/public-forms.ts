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

/** Text of several lines: NFC, trimmed, without control characters but line breaks and tabs. */
export const LongText = z
  .string()
  .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
  .refine(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    (text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text),
    'Please remove unusual characters',
  )

export const getFormStamp = defineRoute({
  method: 'GET',
  path: '/api/form-stamp',
  summary: 'A signed time: says when a public form was opened',
  tag: 'Public forms',
  access: anyone,
  response: z.object({ stamp: z.string() }),
})
