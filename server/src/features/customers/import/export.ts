/** All customers as a list that can be imported again, and the same list without customers. */
import { Readable } from 'node:stream'
import { customerColumnNames, customerColumns } from '@exempta/contract/customers/import'
import { type Call, memberOf } from '../../../platform/call.ts'
import { readInBatches } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { requireMember } from '../../businesses/index.ts'
import { exportPage } from '../queries/listed.ts'
import { cellsOf } from './apply-entry.ts'
import { asListed } from './check-piece.ts'
import { csvAnswer, csvOf } from './csv-answer.ts'

const headings = Object.values(customerColumns)

export async function exportCustomers(services: Services, call: Call) {
  const { database } = services
  const member = memberOf(call)
  const { businessId } = await database.transact(member, (tx) => requireMember(tx, member))
  type Exported = Awaited<ReturnType<typeof exportPage>>[number]
  const customers = (isInactive: boolean) =>
    readInBatches<Exported>((after, limit) =>
      database.transact(member, (tx) => exportPage(tx, businessId, { isInactive, after }, limit), {
        readOnly: true,
      }),
    )
  async function* rows() {
    for (const isInactive of [false, true]) {
      for await (const row of customers(isInactive)) {
        const cells = cellsOf(asListed(row), row.parent_number)
        yield customerColumnNames.map((column) => cells[column])
      }
    }
  }
  return csvAnswer(services, call, {
    name: 'customers.csv',
    lines: csvOf(headings, rows()),
    entry: { action: 'customer.export', target: { kind: 'business', id: businessId } },
  })
}

export const downloadTemplate = async () =>
  ({
    name: 'customers-template.csv',
    contentType: 'text/csv; charset=utf-8',
    content: Readable.from(csvOf(headings, [])),
    recordOpening: 'never',
  }) as const
