/** An audit, rehearsed: a sample of the listed sales, what would be missing, and what that comes to for all of them. */
import { randomUUID } from 'node:crypto'
import { type Rehearsal, type RehearsalView, salesListLimits } from '@exempta/contract/binders/sales-lists'
import { isGap } from '@exempta/contract/coverage/sale-outcome'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { insertRehearsal, listRehearsals } from '../queries/sales-lists.ts'
import { drawSample, projectTax, type SampledSale } from './draw-sample.ts'
import { everyListed } from './find-gaps.ts'
import { publishList } from './publish-list.ts'
import { ratesOf, taxCents } from './rates.ts'
import { requireList } from './sales-lists.ts'

interface UntaxedSale extends SampledSale {
  isMissing: boolean
  shown: RehearsalView['missing'][number]
}

/** Credits are no sales that an auditor would draw. */
async function untaxedSales(services: Services, tx: Transaction, listId: string): Promise<UntaxedSale[]> {
  const rateOf = ratesOf(services)
  const found: UntaxedSale[] = []
  for await (const { row, decision, state } of everyListed(tx, listId, services.clock.now())) {
    const amountCents = row.amount_cents ?? 0
    if (row.is_refund || decision.outcome === 'taxed' || amountCents <= 0) continue
    const isMissing = isGap(decision.outcome)
    const key = `${state} ${row.sale_key}`
    found.push({
      key,
      month: row.sale_on?.slice(0, 7) ?? null,
      amountCents,
      missingTaxCents: isMissing ? taxCents(amountCents, rateOf(state)) : 0,
      isMissing,
      shown: {
        id: key,
        reference: row.reference,
        on: row.sale_on,
        customer: row.customer_name ?? row.customer_number,
        state,
        amountCents,
        reason: decision.reasons.join(' '),
      },
    })
  }
  return found
}

const asRehearsal = (row: Row<'audit_rehearsals'>, latestSeed: string | undefined): Rehearsal => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  isSameSample: row.seed === latestSeed,
  sampled: row.sampled,
  missing: row.missing,
  missingTaxCents: row.missing_tax_cents,
  projectedTaxCents: row.projected_tax_cents,
})

const shownRuns = 20

async function view(services: Services, tx: Transaction, listId: string): Promise<RehearsalView> {
  const runs = await listRehearsals(tx, listId, shownRuns)
  const sales = await untaxedSales(services, tx, listId)
  const seed = runs[0]?.seed
  const sample = seed
    ? drawSample(sales, seed, salesListLimits.sampledSales).flatMap((group) => group.sample)
    : []
  return {
    untaxed: sales.length,
    runs: runs.map((run) => asRehearsal(run, seed)),
    missing: sample
      .filter(({ isMissing }) => isMissing)
      .sort((one, other) => other.amountCents - one.amountCents)
      .map(({ shown }) => shown),
  }
}

export function getRehearsal(services: Services, call: Call, id: string): Promise<RehearsalView> {
  return services.database.transact(
    memberOf(call),
    async (tx) => {
      await requireList(tx, call, id)
      return view(services, tx, id)
    },
    { readOnly: true },
  )
}

export function rehearseAudit(
  services: Services,
  call: Call,
  { id, isNewSample }: { id: string; isNewSample: boolean },
): Promise<RehearsalView> {
  return services.database.transact(memberOf(call), async (tx) => {
    const list = await requireList(tx, call, id)
    const [latest] = await listRehearsals(tx, id, 1)
    // The newest run is the one that counts, even if the clock was set back after the one before it.
    const at = new Date(
      Math.max(services.clock.now().getTime(), latest ? latest.created_at.getTime() + 1 : 0),
    )
    const seed = (isNewSample ? undefined : latest?.seed) ?? randomUUID()
    const drawn = drawSample(await untaxedSales(services, tx, id), seed, salesListLimits.sampledSales)
    const sample = drawn.flatMap((group) => group.sample)
    if (sample.length === 0) {
      throw new AppError('conflict', {
        text: 'Tax was charged on all of these sales, so there’s nothing to draw.',
      })
    }
    const missing = sample.filter(({ isMissing }) => isMissing)
    await insertRehearsal(tx, {
      id: timeOrderedId(at),
      sales_list_id: id,
      seed,
      sampled: sample.length,
      missing: missing.length,
      missing_tax_cents: missing.reduce((sum, one) => sum + one.missingTaxCents, 0),
      projected_tax_cents: projectTax(drawn),
      created_at: at,
    })
    await recordAudit(tx, call, { at, action: 'sales-list.rehearse', target: { kind: 'sales-list', id } })
    publishList(tx, list.business_id, id)
    return view(services, tx, id)
  })
}
