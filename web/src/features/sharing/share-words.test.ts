import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { shareFailure } from './dialog/share-form.tsx'
import { addressesIn, addressIn, sharedWords } from './share-words.tsx'

describe('sharedWords', () => {
  it.each([
    [{ created: 6, reopened: 0, unchanged: 0 }, 2, 3, 'Shared 2 documents with 3 recipients.'],
    [{ created: 0, reopened: 1, unchanged: 0 }, 1, 1, 'Shared 1 document with 1 recipient again.'],
    [
      { created: 1, reopened: 0, unchanged: 1 },
      1,
      2,
      'Shared 1 document with 2 recipients. 1 had already been shared.',
    ],
    [
      { created: 0, reopened: 0, unchanged: 1 },
      1,
      1,
      'You already share 1 document with 1 recipient. Nothing changed.',
    ],
  ])('%o of %i and %i', (answer, documents, recipients, words) => {
    expect(sharedWords(answer, documents, recipients)).toBe(words)
  })
})

describe('shareFailure', () => {
  it('says the reason that the server gives', () => {
    const refused = new ApiError('not-processed', 'Only processed documents can be shared.', { status: 409 })
    expect(shareFailure(refused)).toMatchObject({
      code: 'not-processed',
      message: 'Failed to share documents. Only processed documents can be shared.',
    })
  })

  it.each([new ApiError('internal', 'An unexpected error occurred'), new Error('x is not a function')])(
    'has the specified words alone for %s',
    (error) => {
      expect(shareFailure(error).message).toBe('Failed to share documents')
    },
  )
})

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
