import { createHash } from 'node:crypto'
import { Cursor } from '@exempta/contract/paging'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineKeyset } from './keyset.ts'

const byName = defineKeyset('people', z.tuple([z.string(), z.int()]))
const rows = ['ada', 'bea', 'cy', 'dö'].map((name, id) => ({ name, id }))
const positionOf = (row: (typeof rows)[number]) => [row.name, row.id] as [string, number]

const cursorAfter = (count: number) => {
  const { nextCursor } = byName.page(rows.slice(0, count + 1), count, positionOf)
  if (!nextCursor) throw new Error('There was no next page')
  return nextCursor
}
const refused = expect.objectContaining({ code: 'invalid-input' })

describe('keyset pages', () => {
  it('lead from one page to the next, and end', () => {
    const first = byName.page(rows.slice(0, 3), 2, positionOf)
    expect(first.items).toEqual(rows.slice(0, 2))
    expect(byName.read(first.nextCursor ?? undefined)).toEqual(['bea', 1])
    expect(byName.page(rows.slice(2), 2, positionOf).nextCursor).toBeNull()
    expect(byName.read(undefined)).toBeUndefined()
  })

  it('make cursors that the contract lets through', () => {
    expect(Cursor.safeParse(cursorAfter(3)).success).toBe(true)
  })

  it('refuse a cursor with any character changed, cut or added', () => {
    const cursor = cursorAfter(2)
    const changed = [...cursor].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A'
      return cursor.slice(0, at) + other + cursor.slice(at + 1)
    })
    for (const tampered of [...changed, cursor.slice(0, -1), `${cursor}A`, '', '-', 'x'.repeat(300)]) {
      expect(() => byName.read(tampered), tampered).toThrow(refused)
    }
  })

  it('refuse a cursor of another list', () => {
    const other = defineKeyset('documents', z.tuple([z.string(), z.int()]))
    expect(() => other.read(cursorAfter(1))).toThrow(refused)
  })

  it.each(['["ada","1"]', '["ada"]', '{}', 'null', 'not JSON'])(
    'refuse a well-made cursor that holds %s',
    (text) => {
      const checksum = createHash('sha256').update(`people\n${text}`).digest().subarray(0, 6)
      const forged = Buffer.concat([checksum, Buffer.from(text)]).toString('base64url')
      expect(() => byName.read(forged)).toThrow(refused)
    },
  )
})
