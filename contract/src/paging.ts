import { z } from 'zod'

export const pageLimits = {
  pageSize: 25,
  pageSizeMax: 100,
  cursorLength: 1500,
  searchLength: 100,
} as const

/** Where the next page of a list starts. Opaque to clients. */
export const Cursor = z
  .string()
  .max(pageLimits.cursorLength)
  .regex(/^[\w-]+$/, 'This isn’t a page of the list')

/** The query of every list. */
export const PageQuery = z.object({
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(pageLimits.pageSizeMax).default(pageLimits.pageSize),
})
export type PageQuery = z.output<typeof PageQuery>

/** The response of every list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: Cursor.nullable().describe('Null on the last page') })
