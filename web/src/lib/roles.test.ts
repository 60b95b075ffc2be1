import { describe, expect, it } from 'vitest'
import { areaOf, dashboardOf } from './roles.ts'

describe('areaOf', () => {
  it.each([
    ['/user/upload', 'user'],
    ['/business/dashboard', 'business'],
    ['/admin', 'admin'],
    ['/', undefined],
    ['/users', undefined],
    ['/about/user', undefined],
  ])('%s belongs to %s', (path, area) => {
    expect(areaOf(path)).toBe(area)
  })
})

describe('dashboardOf', () => {
  it('is in the own area', () => {
    expect(areaOf(dashboardOf('business'))).toBe('business')
  })
})
