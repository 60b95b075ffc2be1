import type { z } from 'zod'

/** Checks a data file. A mistake stops whatever is being built or started, and names the file and the field. */
export function readFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  untrusted: unknown,
): z.output<Schema> {
  const result = schema.safeParse(untrusted)
  if (result.success) return result.data
  const mistakes = result.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`)
  throw new Error(`knowledge/${file}: ${mistakes.join('; ')}`)
}
