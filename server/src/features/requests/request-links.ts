/**
 * The link of a request holds its id and a signature. Nothing secret is stored with a request, and its link can be
 * shown and printed again. The signing secret belongs to the business and outlives a change of the master key.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import QRCode from 'qrcode'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type PublicLink, secretPath } from '../../platform/email/links.ts'
import type { Services } from '../../platform/services.ts'
import { findRequestBusiness, lockRequestLinks } from './queries/requests.ts'

const idBytes = 16
const signatureBytes = 16
const tokenPattern = /^[\w-]{43}$/

const nameOf = (ownerId: string) => ({ ownerId, purpose: 'request-links' }) as const

const sign = (secret: Buffer, id: Buffer) =>
  createHmac('sha256', secret).update(id).digest().subarray(0, signatureBytes)

const tokenOf = (secret: Buffer, requestId: string): string => {
  const id = Buffer.from(requestId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(secret, id)]).toString('base64url')
}

/** The id that a token names, whether or not its signature is right. */
function split(untrustedToken: string): { requestId: string; id: Buffer; signature: Buffer } | undefined {
  if (!tokenPattern.test(untrustedToken)) return undefined
  const bytes = Buffer.from(untrustedToken, 'base64url')
  const id = bytes.subarray(0, idBytes)
  const hex = id.toString('hex')
  const requestId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { requestId, id, signature: bytes.subarray(idBytes) }
}

/** Returns the id of the request, or undefined for a token that is not ours. Needs the rights of the system. */
export async function readToken(
  { secrets }: Services,
  tx: Transaction,
  untrustedToken: string,
): Promise<string | undefined> {
  const parts = split(untrustedToken)
  const businessId = parts && (await findRequestBusiness(tx, parts.requestId))
  const secret = businessId && (await secrets.get(tx, nameOf(businessId)))
  if (!parts || !secret) return undefined
  const isOurs = timingSafeEqual(parts.signature, sign(secret, parts.id))
  return isOurs ? parts.requestId : undefined
}

/** Writes the links of a business's requests. */
export type LinkWriter = (requestId: string) => PublicLink

export async function requestLinks(services: Services, businessId: string): Promise<LinkWriter> {
  const secret = await services.database.transact(systemActor, async (tx) => {
    const known = await services.secrets.get(tx, nameOf(businessId))
    if (known) return known
    await lockRequestLinks(tx, businessId)
    const other = await services.secrets.get(tx, nameOf(businessId))
    if (other) return other
    const fresh = randomBytes(32)
    await services.secrets.put(tx, nameOf(businessId), fresh)
    return fresh
  })
  return (requestId) => secretPath(services.publicUrl, `/r/${tokenOf(secret, requestId)}`)
}

export const drawQr = (link: PublicLink): Promise<string> =>
  QRCode.toString(link.reveal(), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
