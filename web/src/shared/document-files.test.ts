import { expect, it } from 'vitest'
import { ApiError, offlineError } from '../lib/api-error.ts'
import { downloadFailure, viewFailure } from './document-files.ts'

it.each([
  [new ApiError('not-signed-in', 'x', { status: 401 }), 'You must be logged in to view documents'],
  [new ApiError('not-found', 'x', { status: 404 }), 'Unable to generate document viewing link'],
  [new ApiError('internal', 'x', { status: 500 }), 'Failed to generate document viewing link'],
  [new ApiError('unavailable', 'x', { status: 503 }), 'Failed to generate document viewing link'],
  [offlineError(), 'An unexpected error occurred while trying to view the document'],
  [new TypeError('x'), 'An unexpected error occurred while trying to view the document'],
])('a view that fails with %s shows %j', (error, text) => {
  expect(viewFailure(error)).toBe(text)
})

it.each([
  [new ApiError('internal', 'x', { status: 401 }), 'You must be logged in to download documents'],
  [new ApiError('internal', 'x', { status: 404 }), 'Unable to download the document'],
  [new ApiError('unavailable', 'x', { status: 503 }), 'Unable to download the document'],
  [
    new ApiError('internal', 'x', { status: 500 }),
    'An unexpected error occurred while trying to download the document',
  ],
  [offlineError(), 'An unexpected error occurred while trying to download the document'],
  [new TypeError('x'), 'An unexpected error occurred while trying to download the document'],
])('a download that fails with %s shows %j', (error, text) => {
  expect(downloadFailure(error)).toBe(text)
})
