import type { RulesPreview } from '@exempta/contract/knowledge/rules-files'
import type { Verdict } from '@exempta/contract/verdict'
import type { RuleSet } from '@exempta/knowledge/rules-file'
import { systemActor } from '../../platform/db/actor.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { Services } from '../../platform/services.ts'
import { factsOf, judge, plainSale, todayIn } from './judge.ts'
import { indexedPage, listCertificates } from './queries/certificates.ts'

const rowsAtOnce = 500

/** Asks both sets of rules about every certificate in every state, without changing anything. */
export async function previewRules(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  candidate: RuleSet,
  signal: AbortSignal,
): Promise<RulesPreview> {
  const before = rulesInForce()
  const now = clock.now()
  const [customers, businesses] = [new Set<string>(), new Set<string>()]
  const counts = new Map<string, { from: Verdict; to: Verdict; count: number }>()
  let certificates = 0
  let last: { share_id: string; state: string } | undefined
  do {
    signal.throwIfAborted()
    const { rows, facts } = await database.transact(
      systemActor,
      async (tx) => {
        const page = await indexedPage(tx, last, rowsAtOnce)
        const ids = [...new Set(page.map(({ share_id }) => share_id))]
        return {
          rows: page,
          facts: new Map((await listCertificates(tx, ids)).map((row) => [row.share_id, row])),
        }
      },
      { readOnly: true },
    )
    for (const row of rows) {
      const certificate = facts.get(row.share_id)
      if (!certificate) continue
      const sale = plainSale(row.state, todayIn(row.state, now))
      const asked = factsOf(certificate, sale, row.last_purchase_on)
      const [from, to] = [judge(asked, sale, before).verdict, judge(asked, sale, candidate).verdict]
      if (from === to) continue
      certificates += 1
      customers.add(row.customer_id)
      businesses.add(row.business_id)
      const found = counts.get(`${from} ${to}`) ?? { from, to, count: 0 }
      counts.set(`${from} ${to}`, { ...found, count: found.count + 1 })
    }
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
  } while (last)
  return {
    against: before.version,
    certificates,
    customers: customers.size,
    businesses: businesses.size,
    changes: [...counts.values()],
  }
}
