import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { fetchFailure, markFailure } from './use-notifications.ts'

describe('fetchFailure', () => {
  it.each([
    [new ApiError('unavailable', 'Busy.'), 'Connection check failed: Busy.'],
    [new ApiError('internal', 'Broken.'), 'Failed to fetch notifications: Broken.'],
    [new ApiError('not-signed-in', 'x'), 'User not authenticated'],
    [null, 'No data received from notifications query'],
    [
      new ApiError('offline', 'x'),
      'Failed to fetch notifications. Please check your connection and try again.',
    ],
    ['?', 'Failed to fetch notifications. Please check your connection and try again.'],
  ])('%s becomes %j', (error, text) => {
    expect(fetchFailure(error)).toBe(text)
  })
})

describe('markFailure', () => {
  it('says which mark failed, and why', () => {
    const error = new ApiError('conflict', 'Changed.')
    expect(markFailure(error, false)).toBe('Failed to mark notification as read: Changed.')
    expect(markFailure(error, true)).toBe('Failed to mark all notifications as read: Changed.')
    expect(markFailure(new ApiError('not-signed-in', 'x'), true)).toBe('User not authenticated')
  })
})
