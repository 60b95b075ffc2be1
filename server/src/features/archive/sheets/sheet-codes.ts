/**
 * A separator sheet names its customer by an id and a signature of the business. So a sheet of another business, or one
 * that someone else drew, names nobody, and its page is a page like any other.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { type CurrentCustomer, findAllCurrent } from '../../customers/index.ts'
import { findLinkSecret } from '../../requests/index.ts'

const idBytes = 16
const signatureBytes = 16

export const sheetCodeOf = (secret: Buffer, customerId: string): string => {
  const id = Buffer.from(customerId.replaceAll('-', ''), 'hex')
  // The secret signs links of requests, too; the word keeps one from passing as the other.
  const signature = createHmac('sha256', secret).update('separator-sheet').update(id).digest()
  return Buffer.concat([id, signature.subarray(0, signatureBytes)]).toString('base64url')
}

/** What the barcode holds. The engine looks for it in the same form. */
export const sheetText = (code: string): string => `exempta-sheet:${code}`

const idIn = (code: string): string =>
  Buffer.from(code, 'base64url')
    .subarray(0, idBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The customers whose sheets lie in a stack, by page. Needs the rights of the system. */
export async function sheetsIn(
  services: Services,
  tx: Transaction,
  businessId: string,
  pages: readonly { page: number; sheet: string | null }[],
): Promise<Map<number, CurrentCustomer>> {
  const coded = pages.flatMap(({ page, sheet }) => (sheet === null ? [] : { page, untrustedCode: sheet }))
  const secret = coded.length > 0 && (await findLinkSecret(services, tx, businessId))
  if (!secret) return new Map()
  const ours = coded.flatMap(({ page, untrustedCode }) => {
    const id = idIn(untrustedCode)
    // The whole is compared: base64 drops bits, so it has several spellings of the same bytes.
    const isOurs = timingSafeEqual(Buffer.from(untrustedCode), Buffer.from(sheetCodeOf(secret, id)))
    return isOurs ? { page, id } : []
  })
  const customers = await findAllCurrent(tx, businessId, [...new Set(ours.map(({ id }) => id))])
  return new Map(
    ours.flatMap(({ page, id }) => {
      const customer = customers.get(id)
      return customer ? [[page, customer] as const] : []
    }),
  )
}

/** The customer of the last sheet before a page. */
export const customerBefore = (
  sheets: ReadonlyMap<number, CurrentCustomer>,
  page: number,
): CurrentCustomer | undefined => sheets.get(Math.max(...[...sheets.keys()].filter((sheet) => sheet < page)))
