import { anyone } from '@exempta/contract/access'
import { defineRoute } from '@exempta/contract/route'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { addressOf, call, listenForMasked, listenForRefusedSession } from './api.ts'

const base = { summary: '', tag: '', access: anyone } as const
const getThing = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/things/:id',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional() }),
  response: z.object({ name: z.string() }),
})
const postThing = defineRoute({
  ...base,
  method: 'POST',
  path: '/api/things',
  body: z.object({ name: z.string() }),
  response: 'nothing',
})

const problem = (status: number, code: string) =>
  Response.json({ type: '', title: `Words for ${code}`, status, code, requestId: 'r1' }, { status })

function answer(...responses: (Response | Error)[]) {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => {
    const next = responses.shift()
    if (!next) throw new Error('no more answers')
    if (next instanceof Error) throw next
    return next
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('addressOf', () => {
  it('encodes parameters and leaves empty query values out', () => {
    expect(
      addressOf(getThing, { params: { id: 'a/../b' }, query: { q: 'x y', gone: undefined, none: '' } }),
    ).toBe('/api/things/a%2F..%2Fb?q=x+y')
  })
})

describe('call', () => {
  it('hands back the answer', async () => {
    answer(Response.json({ name: 'W-9' }))
    await expect(call(getThing, { params: { id: '1' }, query: {} })).resolves.toEqual({ name: 'W-9' })
  })

  it('sends a body as JSON and takes 204 as nothing', async () => {
    const fetch = answer(new Response(null, { status: 204 }))
    await expect(call(postThing, { body: { name: 'x' } })).resolves.toBeUndefined()
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"name":"x"}',
      credentials: 'same-origin',
    })
  })

  it('reports which typed text was masked, if any', async () => {
    const masked = vi.fn()
    listenForMasked(masked)
    const headers = { 'exempta-masked': 'card-number, something-new, ssn' }
    answer(Response.json({ name: 'x' }, { headers }), Response.json({ name: 'x' }))
    for (let made = 0; made < 2; made++) await call(getThing, { params: { id: '1' }, query: {} })
    expect(masked.mock.calls).toEqual([[['card-number', 'ssn']]])
  })

  it('throws the code, words and request id of a problem', async () => {
    answer(problem(409, 'conflict'))
    await expect(call(postThing, { body: { name: 'x' } })).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
      message: 'Words for conflict',
      requestId: 'r1',
    })
  })

  it('reports that it is offline when nothing answers, and has a plain message for a foreign page', async () => {
    answer(new TypeError('fetch failed'), new Response('<h1>Bad</h1>', { status: 500 }))
    await expect(call(postThing, { body: { name: 'x' } })).rejects.toMatchObject({ code: 'offline' })
    await expect(call(postThing, { body: { name: 'x' } })).rejects.toMatchObject({
      code: 'internal',
      status: 500,
    })
  })

  it.each([502, 503, 504])('tries a GET again on %i', async (status) => {
    vi.useFakeTimers()
    const fetch = answer(new Response('', { status }), Response.json({ name: 'ok' }))
    const result = call(getThing, { params: { id: '1' }, query: {} })
    await vi.runAllTimersAsync()
    await expect(result).resolves.toEqual({ name: 'ok' })
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('never sends a POST twice', async () => {
    const fetch = answer(problem(503, 'unavailable'))
    await expect(call(postThing, { body: { name: 'x' } })).rejects.toMatchObject({ code: 'unavailable' })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('reports that the session ended or has a duty, but not that a password was wrong', async () => {
    const refused = vi.fn()
    listenForRefusedSession(({ code }) => refused(code))
    answer(problem(401, 'wrong-credentials'), problem(401, 'not-signed-in'), problem(403, 'duty'))
    const send = () => call(postThing, { body: { name: 'x' } })
    await expect(send()).rejects.toThrow()
    await expect(send()).rejects.toThrow()
    await expect(send()).rejects.toThrow()
    expect(refused.mock.calls).toEqual([['not-signed-in'], ['duty']])
  })

  it('stops when the caller gives up', async () => {
    const controller = new AbortController()
    vi.useFakeTimers()
    answer(new Response('', { status: 503 }))
    const result = call(getThing, { params: { id: '1' }, query: {} }, { signal: controller.signal })
    const outcome = expect(result).rejects.toThrow('no longer wanted')
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(new Error('no longer wanted'))
    await outcome
  })
})
