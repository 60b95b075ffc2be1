/**
 * The link of a request holds its id and a signature. Nothing secret is stored with a request, and its link can be
 * shown and printed again. The signing secret belongs to the business and outlives a change of the master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import QRCode from 'qrcode'
import type { Transaction } from '../../platform/db/database.ts'
import { type PublicLink, secretPath } from '../../platform/email/links.ts'
import { isToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { findLinkSecret, linkSecretOf } from './link-secret.ts'
import { findRequestBusiness } from './queries/requests.ts'
import { requestReplyAddress } from './reply-addresses.ts'

const idBytes = 16
const signatureBytes = 16

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
  services: Services,
  tx: Transaction,
  untrustedToken: string,
): Promise<string | undefined> {
  const requestId = idIn(untrustedToken)
  const businessId = requestId && (await findRequestBusiness(tx, requestId))
  const secret = businessId && (await findLinkSecret(services, tx, businessId))
  if (!requestId || !secret) return undefined
  // We write the token again and compare the whole: base64 drops bits, so it has several spellings of the same bytes.
  const isOurs = timingSafeEqual(Buffer.from(untrustedToken), Buffer.from(tokenOf(secret, requestId)))
  return isOurs ? requestId : undefined
}

/** Writes the links of a business's requests, and the addresses that answers by email go to. */
export interface LinkWriter {
  (requestId: string): PublicLink
  /** Undefined where nobody can answer by email. */
  replyTo(requestId: string): string | undefined
}

export async function requestLinks(services: Services, businessId: string): Promise<LinkWriter> {
  const secret = await linkSecretOf(services, businessId)
  const linkTo = (requestId: string) => secretPath(services.publicUrl, `/r/${tokenOf(secret, requestId)}`)
  const replyTo = (requestId: string) => requestReplyAddress(services, secret, requestId)
  return Object.assign(linkTo, { replyTo })
}

export const drawQr = (link: PublicLink): Promise<string> =>
  QRCode.toString(link.reveal(), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
