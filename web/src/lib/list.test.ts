import { describe, expect, it } from 'vitest'
import { readListState, withListChange, withNextPage, withPreviousPage } from './list.ts'

const shape = {
  filters: { status: ['processed', 'failed'] },
  sortable: ['name', 'date'],
  defaultSort: { by: 'date', direction: 'desc' },
} as const

const params = (text: string) => new URLSearchParams(text)

describe('readListState', () => {
  it('reads search, filter, sort and place', () => {
    expect(readListState(params('q=w9&status=failed&sort=name.asc&after=c2&trail=-+c1'), shape)).toEqual({
      search: 'w9',
      filters: { status: 'failed' },
      sort: { by: 'name', direction: 'asc' },
      cursor: 'c2',
      trail: ['-', 'c1'],
    })
  })

  it('drops values that the list does not know', () => {
    const state = readListState(params('status=evil&sort=password.asc&other=1'), shape)
    expect(state.filters).toEqual({})
    expect(state.sort).toEqual(shape.defaultSort)
  })

  it('drops a sort without a known direction', () => {
    expect(readListState(params('sort=name.sideways'), shape).sort).toEqual(shape.defaultSort)
  })
})

describe('withListChange', () => {
  it('starts again at the first page', () => {
    const next = withListChange(params('q=a&after=c1&trail=-'), { search: ' b ' })
    expect(next.toString()).toBe('q=b')
  })

  it('takes an emptied value out of the address and keeps the rest', () => {
    const next = withListChange(params('q=a&status=failed'), { filter: ['status', ''] })
    expect(next.toString()).toBe('q=a')
  })
})

describe('paging', () => {
  it('walks forwards and back to where it came from', () => {
    const first = params('q=a')
    const second = withNextPage(first, 'c1')
    const third = withNextPage(second, 'c2')
    expect(third.get('after')).toBe('c2')
    expect(withPreviousPage(third).toString()).toBe(second.toString())
    expect(withPreviousPage(withPreviousPage(third)).toString()).toBe(first.toString())
  })

  it('goes to the first page when the trail was lost', () => {
    expect(withPreviousPage(params('after=c9')).toString()).toBe('')
  })
})
