import type { Session } from '@exempta/contract/accounts'
import { describe, expect, it } from 'vitest'
import { nextSessionStep, timesOf } from './session-times.ts'

const minute = 60_000
const times = { renewedAt: 0, expiresAt: 30 * minute, endsAt: 720 * minute, idleMs: 30 * minute }

describe('timesOf', () => {
  it('is right in a browser whose clock is an hour fast', () => {
    const session = {
      expiresAt: '2026-03-02T15:20:00.000Z',
      endsAt: '2026-03-02T20:00:00.000Z',
      asOf: '2026-03-02T15:00:00.000Z',
      idleMs: 30 * minute,
    } as Session
    const receivedAt = Date.parse('2026-03-02T16:00:00.000Z')
    expect(timesOf(session, receivedAt)).toEqual({
      renewedAt: receivedAt - 10 * minute,
      expiresAt: receivedAt + 20 * minute,
      endsAt: receivedAt + 300 * minute,
      idleMs: 30 * minute,
    })
  })
})

describe('nextSessionStep', () => {
  it.each([
    ['rests while there is time', 10, 28, { kind: 'rest' }],
    ['renews when 90 s remain and the person was active', 10, 28.5, { kind: 'renew' }],
    [
      'warns when 90 s remain and the person was not',
      0,
      28.5,
      { kind: 'warn', until: 30 * minute, canStay: true },
    ],
    ['takes activity of the future for activity of now', 999, 28.5, { kind: 'renew' }],
    ['ends when the session is over', 0, 30, { kind: 'end' }],
    ['ends when it could not be renewed in time', 29, 30, { kind: 'end' }],
  ])('%s', (_, activeAt, now, step) => {
    expect(nextSessionStep(times, activeAt * minute, now * minute)).toEqual(step)
  })

  it.each([
    ['not at once', 0.4, 0.4, 'rest'],
    ['after half a minute', 0.5, 0.6, 'renew'],
    ['not without activity', 0.2, 10, 'rest'],
  ])('reports the activity of a team member: %s', (_, activeAt, now, kind) => {
    expect(nextSessionStep(times, activeAt * minute, now * minute, minute / 2)).toEqual({ kind })
  })

  it('counts from the last activity, however late the session was renewed for it', () => {
    const renewed = { ...times, renewedAt: 28.5 * minute, expiresAt: 58.5 * minute }
    const at = (now: number) => nextSessionStep(renewed, 2 * minute, now * minute)
    expect(at(30)).toEqual({ kind: 'rest' })
    expect(at(30.5)).toMatchObject({ kind: 'warn', until: 32 * minute })
    expect(at(32)).toEqual({ kind: 'end' })
  })

  it('warns before the absolute end, which nothing postpones', () => {
    const last = { ...times, renewedAt: 700 * minute, expiresAt: 720 * minute }
    expect(nextSessionStep(last, 719 * minute, 719 * minute)).toEqual({
      kind: 'warn',
      until: 720 * minute,
      canStay: false,
    })
  })
})
