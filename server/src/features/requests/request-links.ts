/**
 * The link of a request holds its id and a signature. Nothing secret is stored with a request, and its link can be
 * shown and printed again. The signing secret belongs to the business and outlives a change of the master key.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import QRCode from 'qrcode'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type PublicLink, secretPath } from '../../platform/email/links.ts'
import { isToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { findRequestBusiness, lockRequestLinks } from './queries/requests.ts'

const idBytes = 16
const signatureBytes = 16

const nameOf = (ownerId: string) => ({ ownerId, purpose: 'request-links' }) as const

const sign = (secret: Buffer, id: Buffer) =>
  createHmac('sha256', secret).update(id).digest().subarray(0, signatureBytes)

const tokenOf = (secret: Buffer, requestId: string): string => {
  const id = Buffer.from(requestId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(secret, id)]).toString('base64url')
}

/** The id that a token names, whether or not it is ours. */
function idIn(untrustedToken: string): string | undefined {
  if (!isToken(untrustedToken)) return undefined
  const hex = Buffer.from(untrustedToken, 'base64url').subarray(0, idBytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the id of the request, or undefined for a token that is not ours. Needs the rights of the system. */
export async function readToken(
  { secrets }: Services,
  tx: Transaction,
  untrustedToken: string,
): Promise<string | undefined> {
  const requestId = idIn(untrustedToken)
  const businessId = requestId && (await findRequestBusiness(tx, requestId))
  const secret = businessId && (await secrets.get(tx, nameOf(businessId)))
  if (!requestId || !secret) return undefined
  // We write the token again and compare the whole: base64 drops bits, so it has several spellings of the same bytes.
  const isOurs = timingSafeEqual(Buffer.from(untrustedToken), Buffer.from(tokenOf(secret, requestId)))
  return isOurs ? requestId : undefined
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
