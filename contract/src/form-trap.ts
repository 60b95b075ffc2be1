import { z } from 'zod'

/** In every form with which somebody unknown makes something. */
export const FormTrap = z
  .string()
  .max(200)
  .default('')
  .describe('People can’t see this field. If it’s filled in, the request comes from a bot.')
