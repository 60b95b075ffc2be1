import { z } from 'zod'

/** A hidden field in every form that anonymous visitors can submit. */
export const FormTrap = z
  .string()
  .max(200)
  .default('')
  .describe('People can’t see this field. If it’s filled in, the request comes from a bot.')
