import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export const findChosenCustomers = (
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
  state: string | null,
) =>
  tx
    .selectFrom('customers as c')
    .select([
      'c.id',
      'c.name',
      'c.number',
      // Of the first contact that has one, otherwise of the account that the newest certificate came from.
      sql<string | null>`coalesce(
        (select one ->> 'email' from jsonb_array_elements(c.contacts) with ordinality as o (one, at)
          where one ->> 'email' is not null order by at limit 1),
        (select v.email from coverage_customers v
          where v.record_id = c.id and v.email <> '' order by v.id desc limit 1))`.as('email'),
      // Nothing is missing: in the state, or in any where no state is given.
      sql<boolean>`exists (select from customer_answers a where a.customer_id = c.id
          and (${state}::text is null or a.state = ${state}) and a.answer in ('covered', 'charge-part'))
        and not exists (select from customer_answers a where a.customer_id = c.id
          and (${state}::text is null or a.state = ${state}) and a.answer not in ('covered', 'charge-part'))`.as(
        'isCovered',
      ),
    ])
    .where('c.business_id', '=', businessId)
    .where('c.merged_into', 'is', null)
    .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()

export type ChosenCustomer = Awaited<ReturnType<typeof findChosenCustomers>>[number]
