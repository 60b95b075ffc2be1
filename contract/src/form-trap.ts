import { z } from 'zod'

/** In every form with which somebody unknown makes something. */
export const FormTrap = z
  .string()
  .max(200)
  .default('')
  .describe('People do not see this field: what fills it is no person')
