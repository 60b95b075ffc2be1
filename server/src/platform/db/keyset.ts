import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '../app-error.ts'

const checksumBytes = 6

/**
 * Keyset paging for one list: a page begins after the sort key of the last row before it, so it costs the same
 * wherever it is. Sort keys are compared as they are in the row: write timestamps with milliseconds only.
 */
export function defineKeyset<Position extends readonly (string | number)[]>(
  list: string,
  position: z.ZodType<Position>,
) {
  const checksum = (text: string) =>
    createHash('sha256').update(`${list}\n${text}`).digest().subarray(0, checksumBytes)

  return {
    /**
     * The sort key in a cursor. The checksum detects a damaged cursor or one of another list. It is not a security
     * measure: a forged position shows nothing that the list would not show anyway.
     */
    read(untrustedCursor: string | undefined): Position | undefined {
      if (untrustedCursor === undefined) return undefined
      const bytes = Buffer.from(untrustedCursor, 'base64url')
      const text = bytes.subarray(checksumBytes).toString()
      const isWhole = bytes.subarray(0, checksumBytes).equals(checksum(text))
      const found = isWhole ? position.safeParse(parsed(text)) : undefined
      if (found?.success && bytes.toString('base64url') === untrustedCursor) return found.data
      throw new AppError('invalid-input', {
        fields: [{ path: 'cursor', message: 'This page of the list isn’t valid' }],
      })
    },

    /** Cuts what was read, one row more than asked for, to the page, and says where the next begins. */
    page<Row>(rows: readonly Row[], limit: number, positionOf: (row: Row) => Position) {
      const items = rows.slice(0, limit)
      const last = rows.length > limit ? items.at(-1) : undefined
      if (last === undefined) return { items, nextCursor: null }
      const text = JSON.stringify(positionOf(last))
      return { items, nextCursor: Buffer.concat([checksum(text), Buffer.from(text)]).toString('base64url') }
    },
  }
}

function parsed(untrustedText: string): unknown {
  try {
    return JSON.parse(untrustedText)
  } catch {
    return undefined
  }
}
