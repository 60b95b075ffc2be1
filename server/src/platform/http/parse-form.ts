import type { MaskedKind } from '@exempta/contract/masking'
import type { z } from 'zod'
import { AppError } from '../app-error.ts'
import { maskFields } from '../mask-text.ts'

/** The fields of a multipart form, treated like a JSON body: parsed by their schema, with free text masked. */
export function parseForm<Form extends object>(
  schema: z.ZodType<Form>,
  fields: Record<string, string>,
  freeText: readonly string[],
): { form: Form; masked: MaskedKind[] } {
  const parsed = schema.safeParse(fields)
  if (!parsed.success) {
    throw new AppError('invalid-input', {
      fields: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      cause: parsed.error,
    })
  }
  const { body: form, masked } = maskFields(parsed.data, freeText)
  return { form, masked }
}
