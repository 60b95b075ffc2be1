import { certificateLimits } from '@exempta/contract/certificates/limits'
import type {
  listWallet as contract,
  listWalletSellers,
  WalletEntry,
} from '@exempta/contract/certificates/wallet'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import { states } from '@exempta/knowledge/states'
import { z } from 'zod'
import { type Call, personOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'
import { countToConfirm } from '../../documents/index.ts'
import { type BlankRow, listBlankCodes } from '../../knowledge/index.ts'
import { statusIn } from '../reading/expirations.ts'
import { asExemption } from '../reading/read-certificates.ts'
import { blanksFor, obstacleTo } from './fill-form.ts'
import { listSellers, listStates, type WalletRow, walletPage } from './queries/wallet.ts'

const byState = defineKeyset('wallet', z.tuple([z.string().length(2), z.uuid()]))

export async function listWallet(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, state }: RouteParsed<typeof contract>['query'],
): Promise<RouteReturn<typeof contract>> {
  const person = personOf(call)
  const after = byState.read(cursor)
  const { rows, codes, blanks, toConfirm } = await database.transact(
    person,
    async (tx) => ({
      rows: await walletPage(tx, person.id, state, after, limit + 1),
      codes: await listStates(tx, person.id),
      blanks: await listBlankCodes(tx),
      toConfirm: await countToConfirm(tx, person.id),
    }),
    { readOnly: true },
  )
  const { items, nextCursor } = byState.page(rows, limit, (row) => [row.state, row.document_id])
  const now = clock.now()
  return {
    items: items.map((row) => asEntry(row, blanks, now)),
    nextCursor,
    states: codes.map((code) => ({ code, name: nameOf(code) })),
    toConfirm,
  }
}

const nameOf = (state: string) => states.get(state)?.name ?? state

/** The rules are asked again, so that what is shown is never older than the page. */
function asEntry(row: WalletRow, blanks: readonly Pick<BlankRow, 'code'>[], now: Date): WalletEntry {
  const exemption = asExemption(row)
  const form = row.form === null ? undefined : forms.get(row.form)
  return {
    id: `${row.document_id}-${row.state}`,
    document: {
      id: row.document_id,
      name: row.document_name,
      type: row.document_type,
      version: row.document_version,
    },
    state: row.state,
    place: nameOf(row.state),
    form: form?.name ?? null,
    purchaser: row.purchaser,
    seller: form?.namesSeller === false ? null : row.seller,
    heldBy: row.held_by,
    isRenewed: row.is_renewed,
    canFill: obstacleTo(row, blanksFor(row, blanks).length) === null,
    ...statusIn(exemption, row.state, now),
  }
}

export async function listSellersOf(
  { database }: Services,
  call: Call,
): Promise<RouteReturn<typeof listWalletSellers>> {
  const person = personOf(call)
  const rows = await database.transact(
    person,
    (tx) => listSellers(tx, person.id, certificateLimits.walletSellers + 1),
    {
      readOnly: true,
    },
  )
  return {
    sellers: rows.slice(0, certificateLimits.walletSellers).map((row) => ({
      business: { id: row.business_id, name: row.business_name },
      states: row.states.map((one) => ({ ...one, place: nameOf(one.state) })),
    })),
    isComplete: rows.length <= certificateLimits.walletSellers,
  }
}
