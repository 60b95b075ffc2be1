import { z } from 'zod'
import { limits } from './limits.ts'

/** Where the next page of a list starts. Opaque to clients. */
export const Cursor = z
  .string()
  .max(limits.cursorLength)
  .regex(/^[\w-]+$/, 'This isn’t a page of the list')

/** The query of every list. */
export const PageQuery = z.object({
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
})
export type PageQuery = z.output<typeof PageQuery>

/** The response of every list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: Cursor.nullable().describe('Null on the last page') })
