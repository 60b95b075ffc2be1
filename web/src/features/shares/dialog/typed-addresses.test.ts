import { describe, expect, it } from 'vitest'
import { addressesIn, addressIn } from './typed-addresses.ts'

describe('addressIn', () => {
  it.each([
    [' Anna@Lakeside.example ', 'anna@lakeside.example'],
    ['anna@', undefined],
    ['Lakeside Supply', undefined],
    ['', undefined],
  ])('%j is %j', (text, address) => {
    expect(addressIn(text)).toBe(address)
  })
})

it('a pasted list is taken apart, each address once', () => {
  const list = 'Anna Roe <anna@lakeside.example>, bo@lakeside.example;\ncy@x.example ANNA@lakeside.example'
  expect(addressesIn(list)).toEqual(['anna@lakeside.example', 'bo@lakeside.example', 'cy@x.example'])
})
