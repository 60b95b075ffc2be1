import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type ChosenCustomer = Pick<Row<'customers'>, 'id' | 'name' | 'number'> & {
  /** Of the first contact that has one, otherwise of the account that the newest certificate came from. */
  email: string | null
  /** Nothing is missing: in the state, or in any where no state is given. */
  isCovered: boolean
}

export async function findChosenCustomers(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
  state: string | null,
): Promise<ChosenCustomer[]> {
  const { rows } = await sql<ChosenCustomer>`
    select c.id, c.name, c.number,
      coalesce(
        (select one ->> 'email' from jsonb_array_elements(c.contacts) with ordinality as o (one, at)
          where one ->> 'email' is not null order by at limit 1),
        (select v.email from coverage_customers v
          where v.record_id = c.id and v.email <> '' order by v.id desc limit 1)) as email,
      exists (select from customer_answers a where a.customer_id = c.id
          and (${state}::text is null or a.state = ${state}) and a.answer in ('covered', 'charge-part'))
        and not exists (select from customer_answers a where a.customer_id = c.id
          and (${state}::text is null or a.state = ${state}) and a.answer not in ('covered', 'charge-part'))
        as "isCovered"
    from customers c
    where c.business_id = ${businessId} and c.merged_into is null and c.id = any(${[...ids]}::uuid[])
    order by c.name, c.id`.execute(tx)
  return rows
}
