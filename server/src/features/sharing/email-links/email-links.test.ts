import type { Document } from '@exempta/contract/documents'
import { dayMs } from '@exempta/contract/durations'
import type { EmailShare } from '@exempta/contract/sharing/email-links'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { createBareSite } from '../../../../test/bare-site.ts'
import { fakeSandbox, plainAnswer } from '../../../../test/fake-sandbox.ts'
import { linkIn, readEmails } from '../../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../../test/people.ts'
import { createTestBusiness } from '../../../../test/sharing.ts'
import { pdfBytes, untilDocument, untilProcessed, uploadOne } from '../../../../test/uploads.ts'
import type { JobContext } from '../../../platform/jobs/handle.ts'
import { limits } from '../../../platform/limits.ts'
import { shareJobHandlers, sweepEmailShares } from '../jobs.ts'

let test: TestApp
let site: Awaited<ReturnType<typeof createBareSite>>
let owner: TestPerson
let documents: string[]
const fake = fakeSandbox()
beforeAll(async () => {
  site = await createBareSite(['/s/:token'])
  test = await startTestApp({ sandbox: fake.sandbox, runJobs: true, webFolder: site.folder })
  owner = await createPerson(test)
  const cookie = await signInAs(test, owner)
  documents = []
  for (const name of ['one.pdf', 'two.pdf']) {
    const { id } = await uploadOne(test, cookie, { name, bytes: pdfBytes(name) })
    await untilProcessed(test, cookie, id)
    documents.push(id)
  }
})
afterAll(async () => {
  await test.close()
  await site.remove()
})

let addresses = 0
let email: string
let ownerCookie: string
beforeEach(async () => {
  addresses += 1
  email = `receiver-${addresses}@example.org`
  ownerCookie = await signInAs(test, owner)
})

const post = (url: string, payload: object, cookie = '') =>
  test.call({ method: 'POST', url, payload, headers: { cookie } })
const get = (url: string, cookie = '') => test.call({ method: 'GET', url, headers: { cookie } })
const look = (token: string) => post('/api/shared/look', { token })
const askForCode = (token: string) => post('/api/shared/codes', { token })
const enter = (token: string, code: string) => post('/api/shared/viewers', { token, code })
const newest = async (template: string, to = email) => {
  const message = (await readEmails(test, to)).filter((each) => each.template === template).at(-1)
  if (!message) throw new Error(`There was no mail ${template}`)
  return message
}
/** Shares with this test's address and returns the token from the email. */
const share = async (options: object = {}) => {
  test.clock.advance(1000)
  const answer = await post(
    '/api/shares',
    { documentIds: documents, emails: [email], ...options },
    ownerCookie,
  )
  expect(answer.statusCode).toBe(200)
  return (
    linkIn(await newest('mail-share'))
      .split('/s/')
      .at(-1) ?? ''
  )
}
const codeFor = async (token: string) => {
  test.clock.advance(limits.shareCodeResendMs)
  expect((await askForCode(token)).statusCode, token).toBe(202)
  const message = await newest('mail-share-code')
  expect(message.sender_id, token).toBe(owner.id)
  return /\b\d{6}\b/.exec(message.text)?.[0] ?? ''
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const cookieOf = (answer: Awaited<ReturnType<typeof post>>) => {
  const set = answer.cookies.find(({ name }) => name === 'exempta_viewer')
  return set ? `${set.name}=${set.value}` : ''
}
/** Confirms the address and returns the base path and the cookie. */
const opened = async (options: object = {}) => {
  const token = await share(options)
  const { id } = (await look(token)).json()
  const answer = await enter(token, await codeFor(token))
  expect(answer.statusCode).toBe(204)
  const base = `/api/shared/${id}`
  const [set] = answer.cookies
  expect(set).toMatchObject({ path: base, httpOnly: true, sameSite: 'Strict', maxAge: 3600 })
  return { token, base, cookie: cookieOf(answer) }
}
type Opened = Awaited<ReturnType<typeof opened>>
const sharesOf = async (documentId = documents[0]) => {
  ownerCookie = await signInAs(test, owner)
  const answer = await get(`/api/shares?documentId=${documentId}&search=${email}`, ownerCookie)
  return answer.json().items
}
const revoke = async (...ids: string[]) => {
  const answer = await post('/api/shares/revoke', { ids }, await signInAs(test, owner))
  expect(answer.statusCode).toBe(200)
}
const stored = async () => {
  const { rows } = await test.database.executeAsOwner(
    `select (select count(*) from mails) as mails, (select count(*) from audit_entries) as audit,
       (select count(*) from mail_share_codes) as codes, (select count(*) from mail_share_viewers) as viewers,
       (select sum(view_count) from document_shares) as views`,
  )
  return rows[0]
}

describe('a link', () => {
  it('names the business of the recipient, with its verification, when the address is a member’s', async () => {
    const recipient = await createTestBusiness(test)
    email = recipient.manager.email
    const { rows } = await test.database.executeAsOwner(
      'update businesses set verified = true where id = $1 returning name',
      [recipient.id],
    )
    await test.database.executeAsOwner('update users set email_verified_at = now() where id = $1', [
      recipient.manager.id,
    ])
    const { name } = rows[0] as { name: string }
    const token = await share()
    const business = { name, isVerified: true }
    expect((await look(token)).json()).toMatchObject({ sender: owner.name, business })
    const answer = await enter(token, await codeFor(token))
    const { id } = (await look(token)).json()
    expect((await get(`/api/shared/${id}`, cookieOf(answer))).json()).toMatchObject({ business })
    await test.database.executeAsOwner("update business_users set status = 'pending' where user_id = $1", [
      recipient.manager.id,
    ])
    expect((await look(token)).json().business).toBeNull()
  })

  it('shows a masked address, and looking it up changes nothing, for people and programs', async () => {
    const token = await share({ message: 'Please look\nat these' })
    const message = await newest('mail-share')
    expect(message.subject).toBe(`${owner.name} shared 2 documents with you`)
    expect(message.text).toContain('Please look\nat these')
    expect(message.text).not.toContain('one.pdf')
    const before = await stored()
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await test.call({ method, url: `/s/${token}` })
      expect([page.statusCode, page.headers['x-robots-tag']], method).toEqual([200, 'noindex, nofollow'])
      expect(page.headers['referrer-policy'], method).toBe('no-referrer')
    }
    const answer = await look(token)
    expect(answer.json()).toEqual({
      id: expect.any(String),
      sender: owner.name,
      email: 'r•••@example.org',
      business: null,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await stored()).toEqual(before)
    expect(test.logged()).toContain('/api/shared/look')
    for (const secret of [token, email]) expect(test.logged(), secret).not.toContain(secret)
  })

  it('shows nothing without the code, whoever it was forwarded to', async () => {
    const { base } = await opened()
    email = `other-${email}`
    const other = await opened({ documentIds: documents.slice(0, 1) })
    expect((await get(other.base, other.cookie)).statusCode).toBe(200)
    const before = await stored()
    const ofDocument = `/documents/${documents[0]}`
    for (const cookie of ['', 'exempta_viewer=nothing', other.cookie, ownerCookie]) {
      for (const path of [
        '',
        '/changes?state=x',
        ofDocument,
        `${ofDocument}/pages/1`,
        `${ofDocument}/file`,
      ]) {
        const answer = await get(base + path, cookie)
        expect([answer.statusCode, answer.json().code], `path ${path}`).toEqual([401, 'code-needed'])
      }
    }
    // The other link has only one of the two documents.
    const missing = await get(`${other.base}/documents/${documents[1]}/pages/1`, other.cookie)
    expect(missing.statusCode).toBe(404)
    expect((await get(`/api${ofDocument}/file`, other.cookie)).statusCode).toBe(401)
    expect(await stored()).toEqual(before)
  })

  it.each(['x'.repeat(43), 'short', '../..'])(
    'that was never made (%s) looks like an expired one',
    async (token) => {
      const answers = [await look(token), await askForCode(token), await enter(token, '123456')]
      const gone = [410, 'gone']
      expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([gone, gone, gone])
    },
  )

  it('that never existed shows the same page as an expired one', async () => {
    expect((await get(`/s/${'x'.repeat(43)}`)).statusCode).toBe(410)
    expect((await get('/s/short/more')).statusCode).toBe(404)
    // A browser that has cached the page must get the new status too.
    const { etag } = (await get('/s/short')).headers
    const again = await test.call({ method: 'GET', url: '/s/short', headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([410, '<h1>Shell</h1>'])
  })

  it('ends with its expiry, its owner and its documents', async () => {
    const { token, base, cookie } = await opened({ expiresInDays: 1 })
    const set = (status: string) =>
      test.database.executeAsOwner('update users set status = $1 where id = $2', [status, owner.id])
    await set('suspended')
    expect((await look(token)).statusCode).toBe(410)
    expect((await get(base, cookie)).statusCode).toBe(410)
    await set('active')
    expect((await get(base, cookie)).statusCode).toBe(200)
    test.clock.advance(dayMs)
    expect((await look(token)).statusCode).toBe(410)
    expect((await get(`/s/${token}`)).statusCode).toBe(410)
    expect((await enter(token, '123456')).statusCode).toBe(410)
  })
})

describe('a code', () => {
  it('works once, for ten minutes, and only the newest one', async () => {
    const token = await share()
    const first = await codeFor(token)
    const second = await codeFor(token)
    if (first !== second) expect((await enter(token, first)).json().code).toBe('wrong-code')
    expect((await enter(token, second)).statusCode).toBe(204)
    const again = await enter(token, second)
    expect([again.statusCode, again.json().title]).toEqual([
      401,
      'This code no longer works. Ask for a new one.',
    ])
    const late = await codeFor(token)
    test.clock.advance(shareLimits.shareCodeMs)
    expect((await enter(token, late)).statusCode).toBe(401)
    expect((await enter(token, '12 34')).statusCode).toBe(422)
    const { id } = (await look(token)).json()
    const results = (await auditOf(test, id)).map(({ action, result }) => `${action} ${result}`)
    expect(results.filter((each) => each === 'mail-share.open done')).toHaveLength(1)
    expect(results).toContain('mail-share.open refused')
    await sweepEmailShares(test.services)
    expect(await stored()).toMatchObject({ codes: 0 })
  })

  it('lets in only one of several concurrent requests', async () => {
    const token = await share()
    const code = await codeFor(token)
    const answers = await Promise.all([enter(token, code), enter(token, code), enter(token, code)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401, 401])
  })

  it('is used up by wrong guesses, also concurrent ones, and further ones have to wait', async () => {
    const token = await share()
    const code = await codeFor(token)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => enter(token, wrong(code))))
    const statuses = guesses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6)
    expect(statuses).toContain(429)
    expect(
      Number(guesses.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']),
    ).toBeGreaterThan(0)
    test.clock.advance(30_000)
    expect((await enter(token, code)).statusCode).toBe(401)
    // Waiting and requesting a new code works.
    test.clock.advance(60_000)
    expect((await enter(token, await codeFor(token))).statusCode).toBe(204)
  })

  it('is sent once a minute per link, and a few times to an address, whatever its links are', async () => {
    const first = await share({ documentIds: documents.slice(0, 1) })
    const second = await share({ documentIds: documents.slice(1) })
    expect((await askForCode(first)).statusCode).toBe(202)
    const sooner = await askForCode(first)
    expect([sooner.statusCode, sooner.headers['retry-after']]).toEqual([429, '60'])
    const together = await Promise.all([askForCode(second), askForCode(second)])
    expect(together.map(({ statusCode }) => statusCode).sort()).toEqual([202, 429])
    const sent = async () =>
      (await readEmails(test, email)).filter((message) => message.template === 'mail-share-code').length
    expect(await sent()).toBe(2)
    let refused = 0
    for (let minute = 0; minute < 30; minute++) {
      test.clock.advance(limits.shareCodeResendMs)
      if ((await askForCode(minute % 2 ? first : second)).statusCode === 429) refused += 1
    }
    expect(refused).toBeGreaterThan(10)
    expect(await sent()).toBeLessThan(20)
  })
})

describe('a viewer', () => {
  const pageOf = (base: string, page: number, query = '') =>
    `${base}/documents/${documents[0]}/pages/${page}${query}`

  it('sees the documents of the link; an opening is recorded once, the owner is notified of the first', async () => {
    const { base, cookie, token } = await opened({ message: 'Hello', notifiesOnFirstView: true })
    const shown = (await get(base, cookie)).json() as EmailShare
    expect(shown).toMatchObject({ sender: owner.name, email, message: 'Hello' })
    expect(shown.documents.map(({ name, pageCount, canDownload }) => [name, pageCount, canDownload])).toEqual(
      [
        ['one.pdf', 2, true],
        ['two.pdf', 2, true],
      ],
    )
    const { pages } = (await get(`${base}/documents/${documents[0]}`, cookie)).json()
    expect(pages).toEqual([1, 2].map((page) => ({ page, width: 200, height: 100 })))
    expect((await sharesOf())[0]).toMatchObject({ viewCount: 0, firstViewedAt: null })

    const [first, second] = await Promise.all([
      get(pageOf(base, 1), cookie),
      get(pageOf(base, 2, '?v=1'), cookie),
    ])
    expect([first.body, second.body]).toEqual([
      expect.stringContaining('page 1, redacted'),
      expect.stringContaining('page 2, redacted'),
    ])
    expect(first.headers['cache-control']).toBe('no-store')
    expect((await get(pageOf(base, 3), cookie)).statusCode).toBe(404)
    expect((await get(pageOf(base, 1, '?v=2'), cookie)).statusCode).toBe(404)
    await get(pageOf(base, 1), cookie)
    const [viewed] = await sharesOf()
    expect(viewed).toMatchObject({ viewCount: 1, firstViewedAt: test.clock.now().toISOString() })
    expect((await sharesOf(documents[1]))[0].viewCount).toBe(0)
    const views = (await auditOf(test, documents[0] ?? '')).filter(({ details }) =>
      JSON.stringify(details).includes(viewed.id),
    )
    expect(views.filter(({ action }) => action === 'document.view')).toMatchObject([
      { actor_kind: 'anonymous', actor_id: null },
    ])

    // Confirming the address again counts as another opening.
    const again = cookieOf(await enter(token, await codeFor(token)))
    await get(pageOf(base, 1), again)
    expect((await sharesOf())[0].viewCount).toBe(2)

    const file = await get(`${base}/documents/${documents[0]}/file`, cookie)
    expect(file.body).toBe('%PDF-1.7\nredacted')
    expect(file.headers['content-disposition']).toContain('attachment; filename="one.pdf"')
    const history = (await get(`/api/shares/${viewed.id}/history`, ownerCookie)).json().items
    expect(history.map(({ act }: { act: string }) => act).sort()).toEqual([
      'downloaded',
      'shared',
      'viewed',
      'viewed',
    ])

    expect((await test.call({ method: 'DELETE', url: base, headers: { cookie } })).statusCode).toBe(204)
    expect((await get(base, cookie)).statusCode).toBe(401)
    expect((await get(base, again)).statusCode).toBe(200)
    test.clock.advance(shareLimits.viewerSessionMs)
    expect((await get(base, again)).json().code).toBe('code-needed')
    const session = again.split('=')[1] ?? ''
    for (const secret of [token, email, session]) expect(test.logged(), secret).not.toContain(secret)
  })

  it('gets pages and files stamped with their own address and the time if the owner asks for it', async () => {
    const { base, cookie } = await opened({ hasWatermark: true })
    const mark = `stamped ${email} ${test.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`
    test.clock.advance(30 * 60_000)
    const page = await get(pageOf(base, 2), cookie)
    expect([page.headers['content-type'], page.body]).toEqual(['image/jpeg', expect.stringContaining(mark)])
    const file = await get(`${base}/documents/${documents[0]}/file`, cookie)
    expect(file.body).toBe(`%PDF-1.7\n${mark}`)
    expect(file.headers['content-length']).toBe(String(file.rawPayload.length))
    // A range request must bypass neither the watermark nor the history.
    const part = await test.call({
      method: 'GET',
      url: `${base}/documents/${documents[0]}/file`,
      headers: { cookie, range: 'bytes=1-' },
    })
    expect(part.body).toContain(mark)
    expect((await sharesOf())[0]).toMatchObject({ viewCount: 1, downloadCount: 2 })
  })

  it('is recorded once per download, whatever range is requested, and never without content', async () => {
    const { base, cookie } = await opened()
    const ask = (method: 'GET' | 'HEAD', path: string, range: string) =>
      test.call({ method, url: `${base}/documents/${documents[0]}/${path}`, headers: { cookie, range } })
    for (const path of ['file', 'pages/1']) await ask('HEAD', path, 'bytes=0-')
    expect((await ask('GET', 'pages/3', 'bytes=0-')).statusCode).toBe(404)
    expect((await sharesOf())[0]).toMatchObject({ viewCount: 0, downloadCount: 0 })
    const ranges = ['bytes=-99999999', 'bytes=x', 'bytes=00-', 'bytes=1-2,3-4', 'bytes=1-', 'bytes=99-']
    for (const [index, range] of ranges.entries()) {
      const answer = await ask('GET', 'file', range)
      expect([answer.statusCode, answer.body], range).toEqual([200, '%PDF-1.7\nredacted'])
      expect((await sharesOf())[0].downloadCount, range).toEqual(index + 1)
    }
    expect((await ask('GET', 'pages/1', 'bytes=1-')).statusCode).toBe(200)
    expect((await sharesOf())[0]).toMatchObject({ viewCount: 1, downloadCount: ranges.length })
  })

  it('does not get the file of a view-only document', async () => {
    const { base, cookie } = await opened({ canDownload: false })
    const file = await get(`${base}/documents/${documents[0]}/file`, cookie)
    expect([file.statusCode, file.json().code]).toEqual([403, 'view-only'])
    expect((await get(pageOf(base, 1), cookie)).statusCode).toBe(200)
    expect((await sharesOf())[0].viewCount).toBe(1)
  })

  it('learns at once that a share was revoked and that a link has ended', async () => {
    const { base, cookie, token } = await opened()
    const { state } = (await get(base, cookie)).json()
    const wait = (known: string) => get(`${base}/changes?state=${known}`, cookie)
    expect((await wait('something-else')).json()).toEqual({ isChanged: true })

    let waiting = wait(state)
    const [one] = await sharesOf()
    await revoke(one.id)
    expect((await waiting).json()).toEqual({ isChanged: true })
    const left = (await get(base, cookie)).json() as EmailShare
    expect(left.documents.map(({ name }) => name)).toEqual(['two.pdf'])
    expect((await get(pageOf(base, 1), cookie)).statusCode).toBe(404)

    waiting = wait(left.state)
    const [two] = await sharesOf(documents[1])
    await revoke(two.id)
    expect((await waiting).json().code).toBe('gone')
    for (const path of [
      '',
      `/documents/${documents[1]}`,
      `/documents/${documents[1]}/pages/1`,
      `/documents/${documents[1]}/file`,
    ]) {
      expect((await get(base + path, cookie)).statusCode, `path ${path}`).toBe(410)
    }
    expect((await look(token)).statusCode).toBe(410)
    expect((await get(`/s/${token}`)).statusCode).toBe(410)

    // After sharing again the new email's link works and the old one does not.
    const renewed = await share()
    expect((await look(renewed)).statusCode).toBe(200)
    expect((await look(token)).statusCode).toBe(410)
  })

  it('learns of a new version, of a new name and of the deletion of a document', async () => {
    const own = await uploadOne(test, ownerCookie, { name: 'own.pdf', bytes: pdfBytes(email) })
    await untilProcessed(test, ownerCookie, own.id)
    const { base, cookie } = await opened({ documentIds: [own.id] })
    const before = (await get(base, cookie)).json() as EmailShare
    let waiting = get(`${base}/changes?state=${before.state}`, cookie)
    const boxes = [{ page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }]
    await post(`/api/documents/${own.id}/versions`, { version: 1, boxes }, await signInAs(test, owner))
    expect((await waiting).json()).toEqual({ isChanged: true })
    const after = (await get(base, cookie)).json() as EmailShare
    expect(after.documents[0]?.version).toBe(2)
    expect((await get(`${base}/documents/${own.id}/pages/1?v=1`, cookie)).statusCode).toBe(404)

    waiting = get(`${base}/changes?state=${after.state}`, cookie)
    await test.call({
      method: 'PATCH',
      url: `/api/documents/${own.id}`,
      payload: { name: 'renamed' },
      headers: { cookie: await signInAs(test, owner) },
    })
    expect((await waiting).json()).toEqual({ isChanged: true })
    const renamed = (await get(base, cookie)).json() as EmailShare
    expect(renamed.documents[0]?.name).toBe('renamed.pdf')

    waiting = get(`${base}/changes?state=${renamed.state}`, cookie)
    await test.call({
      method: 'DELETE',
      url: `/api/documents/${own.id}`,
      headers: { cookie: await signInAs(test, owner) },
    })
    expect((await waiting).statusCode).toBe(410)
  })
})

describe('a stamp', () => {
  const stampsKept = async () => {
    const { rows } = await test.database.executeAsOwner(
      "select count(*)::int as count from stored_files where rendition like 'st-%'",
    )
    return (rows[0] as { count: number }).count
  }
  const pageUrl = (base: string, document: number, page: number) =>
    `${base}/documents/${documents[document]}/pages/${page}`

  it('is made once per viewer and page', async () => {
    const { base, cookie, token } = await opened({ hasWatermark: true })
    const second = cookieOf(await enter(token, await codeFor(token)))
    fake.given.length = 0
    const bodies = await Promise.all(Array.from({ length: 5 }, () => get(pageUrl(base, 0, 1), cookie)))
    expect(new Set(bodies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(fake.given).toHaveLength(1)
    await get(pageUrl(base, 0, 1), cookie)
    expect(fake.given).toHaveLength(1)
    const other = await get(pageUrl(base, 0, 1), second)
    expect(other.body).not.toBe(bodies[0]?.body)
    await get(pageUrl(base, 0, 2), cookie)
    await get(`${base}/documents/${documents[0]}/file`, cookie)
    expect(fake.given).toHaveLength(4)
  })

  it.each([
    ['the share is revoked', async () => revoke((await sharesOf())[0].id)],
    [
      'the share expires',
      async () => {
        test.clock.advance(shareLimits.emailShareDays * dayMs)
        const sweep = shareJobHandlers(test.services).find(({ job }) => job.name === 'sweep-shares')
        await sweep?.run({}, {} as JobContext)
      },
    ],
    [
      'the viewer leaves',
      async ({ base, cookie }: Opened) => {
        await test.call({ method: 'DELETE', url: base, headers: { cookie } })
      },
    ],
    [
      "the viewer's time is over",
      async () => {
        test.clock.advance(shareLimits.viewerSessionMs)
        await sweepEmailShares(test.services)
      },
    ],
    [
      'the document has a new version',
      async () => {
        const [id] = documents
        const cookie = await signInAs(test, owner)
        const { version } = (await get(`/api/documents/${id}`, cookie)).json()
        const boxes = [{ page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }]
        await post(`/api/documents/${id}/versions`, { version, boxes }, cookie)
        await untilDocument<Document>(test, cookie, id as string, (now) => now.version === version + 1)
      },
    ],
  ] as const)('is destroyed when %s', async (_, end) => {
    const link = await opened({ hasWatermark: true })
    await test.database.executeAsOwner("delete from stored_files where rendition like 'st-%'")
    expect((await get(pageUrl(link.base, 0, 1), link.cookie)).statusCode).toBe(200)
    expect(await stampsKept()).toBe(1)
    await end(link)
    expect(await stampsKept()).toBe(0)
  })

  it('is not stored when the share is revoked while it is made', async () => {
    const { base, cookie } = await opened({ hasWatermark: true })
    await test.database.executeAsOwner("delete from stored_files where rendition like 'st-%'")
    fake.answer = async (bytes, call) => {
      await revoke((await sharesOf())[0].id)
      return plainAnswer(bytes, call)
    }
    expect((await get(pageUrl(base, 0, 1), cookie)).statusCode).toBe(404)
    fake.answer = undefined
    expect(await stampsKept()).toBe(0)
  })

  it('is made one at a time per link, and too many waiting ones are refused', async () => {
    const { base, cookie, token } = await opened({ hasWatermark: true })
    const cookies = [cookie]
    for (let more = 0; more < 2; more++) cookies.push(cookieOf(await enter(token, await codeFor(token))))
    const go = Promise.withResolvers<void>()
    let [running, most] = [0, 0]
    fake.answer = async (bytes, call) => {
      most = Math.max(most, ++running)
      await go.promise
      running--
      return plainAnswer(bytes, call)
    }
    const urls = [0, 1].flatMap((document) => [
      pageUrl(base, document, 1),
      pageUrl(base, document, 2),
      `${base}/documents/${documents[document]}/file`,
    ])
    const refused = Promise.withResolvers<void>()
    const calls = cookies.flatMap((viewer) =>
      urls.map(async (url) => {
        const { statusCode, headers } = await get(url, viewer)
        if (statusCode === 429) refused.resolve()
        return `${statusCode} ${headers['retry-after'] ?? ''}`
      }),
    )
    await refused.promise
    go.resolve()
    const answers = await Promise.all(calls)
    fake.answer = undefined
    expect(most).toBe(1)
    expect(answers.filter((answer) => answer === '200 ')).toHaveLength(16)
    expect(answers.filter((answer) => answer === '429 5')).toHaveLength(2)
  })
})
