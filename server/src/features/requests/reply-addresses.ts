/**
 * The address that a customer's email goes to. Like a link, it holds the id of a request, or of a business, and a
 * signature, so nobody guesses it and nothing secret is stored. Mail servers may change the case of letters, so it's
 * written in base 32.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { findLinkSecret, linkSecretOf } from './link-secret.ts'
import { findRequestBusiness } from './queries/requests.ts'

const idBytes = 16
const signatureBytes = 12
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** `r` is a request's address, `b` that of a business. */
type Kind = 'r' | 'b'

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

function tokenOf(secret: Buffer, kind: Kind, ownerId: string): string {
  const id = Buffer.from(ownerId.replaceAll('-', ''), 'hex')
  const signature = createHmac('sha256', secret).update(`reply address ${kind}`).update(id).digest()
  return `${kind}${base32(Buffer.concat([id, signature.subarray(0, signatureBytes)]))}`
}

const tokenForm = /^([rb])([a-z2-7]{45})$/

export interface ReplyTarget {
  businessId: string
  /** Null for what isn't an answer to a request. */
  requestId: string | null
}

/** Whose address it is; undefined if it isn't one of ours. Needs the rights of the system. */
export async function readReplyAddress(
  services: Services,
  tx: Transaction,
  untrustedAddress: string,
): Promise<ReplyTarget | undefined> {
  const untrustedToken = services.inboundEmail?.tokenIn(untrustedAddress)
  const [, kind, text] = (untrustedToken && tokenForm.exec(untrustedToken)) || []
  if (!untrustedToken || !kind || !text) return undefined
  const hex = fromBase32(text).subarray(0, idBytes).toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const businessId = kind === 'r' ? await findRequestBusiness(tx, id) : id
  const secret = businessId && (await findLinkSecret(services, tx, businessId))
  if (!businessId || !secret) return undefined
  const ours = tokenOf(secret, kind as Kind, id)
  if (!timingSafeEqual(Buffer.from(untrustedToken), Buffer.from(ours))) return undefined
  return { businessId, requestId: kind === 'r' ? id : null }
}

/** Undefined where nobody can answer by email. */
export async function businessReplyAddress(
  services: Services,
  businessId: string,
): Promise<string | undefined> {
  if (!services.inboundEmail) return undefined
  return services.inboundEmail.addressOf(tokenOf(await linkSecretOf(services, businessId), 'b', businessId))
}

export const requestReplyAddress = (
  { inboundEmail }: Pick<Services, 'inboundEmail'>,
  secret: Buffer,
  requestId: string,
): string | undefined => inboundEmail?.addressOf(tokenOf(secret, 'r', requestId))

/** The address that a target's emails come to. Needs the rights of the system. */
export async function replyAddressFor(
  services: Services,
  tx: Transaction,
  { businessId, requestId }: ReplyTarget,
): Promise<string | undefined> {
  const secret = await findLinkSecret(services, tx, businessId)
  if (!secret) return undefined
  const token = requestId ? tokenOf(secret, 'r', requestId) : tokenOf(secret, 'b', businessId)
  return services.inboundEmail?.addressOf(token)
}
