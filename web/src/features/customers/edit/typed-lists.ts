import { z } from 'zod'

const split = (text: string, separator: string | RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** Several values in one field, such as tags, as the contract's list. */
export const commaList = <Out>(list: z.ZodType<Out, string[]>) =>
  z
    .string()
    .transform((text) => split(text, ','))
    .pipe(list)

export const lineList = <Out>(list: z.ZodType<Out, string[]>) =>
  z
    .string()
    .transform((text) => split(text, '\n'))
    .pipe(list)
