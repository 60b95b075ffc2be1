import type { Customer } from '@exempta/contract/customers'
import { dayMs } from '@exempta/contract/durations'
import type { ChosenAnswer } from '@exempta/contract/requests/chosen-customers'
import { requestLimits } from '@exempta/contract/requests/limits'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { certificateScene } from '../../../test/certificates.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { addMember, signInAs } from '../../../test/people.ts'

const { scene, get, post } = certificateScene()

let made = 0
const customer = async (input: object = {}): Promise<Customer> => {
  made += 1
  const answer = await post('/api/customers', { name: `Buyer ${made}`, ...input }, scene.business.cookie)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const withEmail = (email: string, more: object = {}) => customer({ contacts: [{ email }], ...more })
const newAddress = () => `chosen-${++made}@example.org`
const choose = (
  path: '' | '/preview',
  customerIds: string[],
  { as = scene.business.cookie, ...more }: { as?: string; state?: string | null; message?: string } = {},
) =>
  post(
    `/api/requests/chosen-customers${path}`,
    { customerIds, state: null, ...(path === '' && { message: null }), ...more },
    as,
  )
const emailsTo = async (address: string) => (await readEmails(scene.test, address)).length

describe('asking chosen customers', () => {
  it('shows who gets an email and who is left out, and sends nothing before', async () => {
    const [email, refusing] = [newAddress(), newAddress()]
    const [reached, twin, silent, refused] = [
      await withEmail(email, { number: `A-${made}` }),
      await withEmail(email),
      await customer(),
      await withEmail(refusing),
    ]
    const request = await post(
      '/api/requests',
      { email: refusing, customerName: null, customerReference: null, state: null, message: null },
      scene.business.cookie,
    )
    const token = request.json<{ link: string }>().link.split('/r/').at(-1)
    await post(`/api/r/${token}/refusals`, { kind: 'not-exempt' }, '')
    const ids = [reached.id, twin.id, silent.id, refused.id]
    const preview = (await choose('/preview', ids, { state: 'NY' })).json<ChosenAnswer>()
    expect(preview.asked).toEqual([{ id: reached.id, name: reached.name, email }])
    expect(new Map(preview.left.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [twin.id, 'twice'],
        [silent.id, 'no-address'],
        [refused.id, 'not-exempt'],
      ]),
    )
    expect(await emailsTo(email)).toBe(0)

    expect((await choose('', ids, { state: 'NY', message: 'For 2027' })).json()).toEqual(preview)
    const [message, ...more] = await readEmails(scene.test, email)
    expect(more).toEqual([])
    expect(message?.text).toContain('For 2027')
    const { items } = (await get(`/api/requests?search=${reached.number}`, scene.business.cookie)).json()
    expect(items).toMatchObject([{ email, customerReference: reached.number, state: 'NY' }])
    expect(await auditOf(scene.test, items[0].id)).toMatchObject([{ action: 'request.create' }])
  })

  it('asks nobody again within days', async () => {
    const email = newAddress()
    const { id } = await withEmail(email)
    await choose('', [id])
    expect((await choose('', [id])).json()).toMatchObject({ asked: [], left: [{ reason: 'asked-lately' }] })
    scene.test.clock.advance(requestLimits.askedAgainDays * dayMs)
    const as = await signInAs(scene.test, scene.business.manager)
    scene.business.cookie = as
    scene.otherBusiness.cookie = await signInAs(scene.test, scene.otherBusiness.manager)
    expect((await choose('', [id])).json()).toMatchObject({ asked: [{ id }] })
    expect(await emailsTo(email)).toBe(2)
  })

  it('is for managers, and names no customer of another business', async () => {
    const { id } = await withEmail(newAddress())
    const viewer = await signInAs(scene.test, await addMember(scene.test, scene.business.manager, 'viewer'))
    for (const path of ['', '/preview'] as const) {
      expect((await choose(path, [id], { as: viewer })).statusCode, `viewer ${path}`).toBe(403)
      expect((await choose(path, [id], { as: scene.otherBusiness.cookie })).statusCode, `other ${path}`).toBe(
        404,
      )
      expect((await choose(path, [])).statusCode, `none ${path}`).toBe(422)
      expect((await choose(path, [id], { state: 'ZZ' })).statusCode, `state ${path}`).toBe(422)
    }
  })
})
