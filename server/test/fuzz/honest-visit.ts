import { minuteMs, secondMs } from '@exempta/contract/durations'
import type { Method } from '@exempta/contract/route'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { confirmation } from '../certificates.ts'
import { formOf, pdfBytes } from '../uploads.ts'
import type { GuestBrowser } from './guest-browser.ts'
import type { Round } from './guest-world.ts'

interface Given {
  params?: Record<string, string>
  body?: object
  form?: object
}

type Call = InjectOptions & { url: string; params: Record<string, string> }

/** What an honest visit needs of the round that is played. */
interface Playing {
  call(browser: GuestBrowser, route: string, request: Call): Promise<LightMyRequestResponse>
  wait(ms: number): void
}

/**
 * An honest visitor comes from another network than the two strangers. They know the address, but not the links that
 * were emailed to it, so whatever they did, the visitor gets through.
 */
export async function visitHonestly(play: Playing, { browsers, links, standing }: Round): Promise<void> {
  const { honest } = browsers
  const word = `canary-${honest.owner.mayRead[0]}`
  const call = (route: string, { params = {}, body, form }: Given = {}) => {
    const [method = 'GET', path = ''] = route.split(' ')
    const url = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const json = body && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return play.call(honest, route, { method: method as Method, url, params, ...json, ...form })
  }
  const require = ({ statusCode, body, raw }: LightMyRequestResponse) => {
    if (statusCode < 300) return
    throw new Error(
      `An honest visitor is never kept out. ${raw.req.method} ${raw.req.url}: ${statusCode} ${body}`,
    )
  }
  const act = async (route: string, given?: Given) => require(await call(route, given))
  const code = async () => (await honest.codes())[0] ?? ''

  // Strangers may have asked for codes to this address, too; the visitor takes the newest one.
  play.wait(secondMs)
  const token = standing.link.split('/').at(-1) ?? ''
  await act('GET /api/r/:token', { params: { token } })
  const form = await formOf([{ name: `${word}.pdf`, bytes: pdfBytes(word) }])
  await act('POST /api/r/:token/documents', { params: { token }, form })
  const exemption = { ...confirmation, purchaser: word }
  await act('PUT /api/r/:token/exemption', { params: { token }, body: exemption })
  await act('POST /api/r/:token/codes', { params: { token }, body: { email: honest.owner.email } })
  await act('POST /api/r/:token/confirmations', { params: { token }, body: { code: await code() } })
  const sent = await call('POST /api/r/:token/send', { params: { token } })
  if (sent.statusCode === 401) {
    // Someone registered with this address. Its owner gets in with the link that is emailed to it.
    const { email } = honest.owner
    const password = `${word} horse`
    const known = (await honest.oneTimeTokens()).length
    await act('POST /api/password-resets', { body: { email } })
    // A job sends the email, so that the answer takes the same time for every address.
    const reset = await honest.awaitOneTimeToken(known)
    await act('POST /api/password-resets/complete', { body: { token: reset, password } })
    await act('POST /api/session', { body: { email, password } })
    await act('POST /api/r/:token/send', { params: { token } })
    await act('DELETE /api/session')
  } else require(sent)

  play.wait(minuteMs)
  const { share, audit } = links.honest
  await act('POST /api/shared/codes', { body: { token: share.token } })
  await act('POST /api/shared/viewers', { body: { token: share.token, code: await code() } })
  const document = { link: share.id, id: share.documentId }
  await act('GET /api/shared/:link', { params: document })
  await act('GET /api/shared/:link/documents/:id/pages/:page', { params: { ...document, page: '1' } })
  await act('GET /api/shared/:link/documents/:id/file', { params: document })

  play.wait(minuteMs)
  await act('POST /api/audit/codes', { body: { token: audit.token } })
  await act('POST /api/audit/viewers', { body: { token: audit.token, code: await code() } })
  await act('GET /api/audit/:grant', { params: { grant: audit.id } })
  const copy = { grant: audit.id, id: audit.certificateId }
  await act('GET /api/audit/:grant/certificates/:id', { params: copy })
  await act('GET /api/audit/:grant/file', { params: { grant: audit.id } })

  await act('POST /api/chat/guest', { body: { name: word, email: honest.owner.email, website: '' } })
  await act('POST /api/chat/messages', { body: { clientId: crypto.randomUUID(), text: word } })
}
