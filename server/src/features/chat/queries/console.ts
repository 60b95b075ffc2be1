import type { ChatSession, chatFilters } from '@exempta/contract/chat'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { limits } from '../limits.ts'

export type SessionRow = Pick<
  Row<'chats'>,
  | 'id'
  | 'kind'
  | 'subject'
  | 'user_id'
  | 'status'
  | 'assignee_id'
  | 'created_at'
  | 'last_message_at'
  | 'person_read_seq'
  | 'agent_read_seq'
  | 'session_key'
> & {
  name: string
  email: string
  assignee_name: string | null
  is_here: boolean
  unread: number
}

/** Messages of the person since an agent last read; counting stops at the largest number shown. */
const unreadOf = (c: string) => sql<number>`(
  select count(*)::int from (
    select from chat_messages m
    where m.chat_id = ${sql.ref(`${c}.id`)} and m.sender = 'user' and m.seq > ${sql.ref(`${c}.agent_read_seq`)}
    limit ${limits.chatUnreadShown + 1}) counted)`

const isHere = (now: Date) => sql<boolean>`exists (select from chat_presence p
  where p.kind = 'person' and p.subject_id = c.id and p.until > ${now})`

const sessionColumns = (now: Date) => sql`
  c.id, c.kind, c.subject, c.user_id, coalesce(u.name, c.guest_name) as name,
  coalesce(u.email, c.guest_email)::text as email, c.status, c.assignee_id, a.name as assignee_name,
  c.created_at, c.last_message_at, c.person_read_seq, c.agent_read_seq, c.session_key,
  ${isHere(now)} as is_here`

const joined = sql`left join users u on u.id = c.user_id left join users a on a.id = c.assignee_id`

type SessionFilter = (typeof chatFilters)[number]

const filters = (agentId: string) =>
  ({
    open: (c: string) => sql`${sql.ref(`${c}.status`)} = 'open'`,
    closed: (c: string) => sql`${sql.ref(`${c}.status`)} = 'closed'`,
    mine: (c: string) =>
      sql`${sql.ref(`${c}.status`)} = 'open' and ${sql.ref(`${c}.assignee_id`)} = ${agentId}`,
    unread: (c: string) => sql`${sql.ref(`${c}.status`)} = 'open' and exists (
      select from chat_messages m where m.chat_id = ${sql.ref(`${c}.id`)} and m.sender = 'user'
        and m.seq > ${sql.ref(`${c}.agent_read_seq`)})`,
    all: () => sql`true`,
  }) satisfies Record<SessionFilter, (c: string) => unknown>

/** Matches name, address, subject and message texts. */
function foundBy(search: string) {
  const part = containing(search)
  return (c: string) => {
    const of = (column: string) => sql.ref(`${c}.${column}`)
    return sql`(
      ${of('guest_name')} ilike ${part} or ${of('guest_email')}::text ilike ${part} or ${of('subject')} ilike ${part}
      or exists (select from users u
        where u.id = ${of('user_id')} and (u.name ilike ${part} or u.email::text ilike ${part}))
      or exists (select from chat_messages m where m.chat_id = ${of('id')} and m.text ilike ${part}))`
  }
}

export type ListedRow = SessionRow & {
  threads: number
  last_text: Row<'chat_messages'>['text']
  last_sender: Row<'chat_messages'>['sender']
  last_kind: Row<'chat_messages'>['kind']
}

/**
 * One entry per account or guest address: its newest matching thread. The page is cut from the index by age;
 * details are looked up only for the page.
 */
export async function sessionPage(
  tx: Transaction,
  { agentId, show, search }: { agentId: string; show: SessionFilter; search: string | undefined },
  before: readonly [string, string] | undefined,
  limit: number,
  now: Date,
): Promise<ListedRow[]> {
  const fits = filters(agentId)[show]
  const isFound = search ? foundBy(search) : () => sql`true`
  const isBefore = before
    ? sql`and (c.last_message_at, c.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`
    : sql``
  const { rows } = await sql<ListedRow>`
    select ${sessionColumns(now)}, l.text as last_text, l.sender as last_sender, l.kind as last_kind,
      g.threads, g.unread
    from (
      select c.* from chats c where c.has_question and ${fits('c')} and ${isFound('c')} ${isBefore}
        and not exists (
          select from chats n
          where n.session_key = c.session_key and n.has_question and ${fits('n')} and ${isFound('n')}
            and (n.last_message_at, n.id) > (c.last_message_at, c.id))
      order by c.last_message_at desc, c.id desc limit ${limit}
    ) c ${joined}
    cross join lateral (
      select text, sender, kind from chat_messages m where m.chat_id = c.id and m.kind = 'message'
      order by seq desc limit 1) l
    cross join lateral (
      select count(*)::int as threads, coalesce(sum(${unreadOf('o')}) filter (where o.status = 'open'), 0)::int as unread from chats o
      where o.session_key = c.session_key and o.has_question) g
    order by c.last_message_at desc, c.id desc`.execute(tx)
  return rows
}

export const findSession = (tx: Transaction, chatId: string, now: Date): Promise<SessionRow | undefined> =>
  withPerson(tx)
    .leftJoin('users as a', 'a.id', 'c.assignee_id')
    .select([
      'c.id',
      'c.kind',
      'c.subject',
      'c.user_id',
      'c.status',
      'c.assignee_id',
      'a.name as assignee_name',
    ])
    .select(['c.created_at', 'c.last_message_at', 'c.person_read_seq', 'c.agent_read_seq', 'c.session_key'])
    .select([isHere(now).as('is_here'), unreadOf('c').as('unread')])
    .where('c.id', '=', chatId)
    .where('c.has_question', '=', true)
    .executeTakeFirst()

export const listOtherThreads = (tx: Transaction, { id, session_key }: SessionRow) =>
  tx
    .selectFrom('chats')
    .select(['id', 'subject', 'created_at'])
    .where('session_key', '=', session_key)
    .where('has_question', '=', true)
    .where('id', '<>', id)
    .orderBy('last_message_at', 'desc')
    .limit(20)
    .execute()

export async function findAccount(tx: Transaction, personId: string) {
  const account = await tx
    .selectFrom('users as u')
    .leftJoin('business_users as m', 'm.user_id', 'u.id')
    .leftJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['u.role', 'u.status', 'u.created_at', 'u.last_login_at', 'b.name as business'])
    .where('u.id', '=', personId)
    .executeTakeFirst()
  if (!account) return undefined
  const documents = await tx
    .selectFrom('document_names')
    .select(['id', 'name', 'status', sql<number>`count(*) over ()::int`.as('total')])
    .where('owner_id', '=', personId)
    .orderBy('created_at', 'desc')
    .limit(limits.chatDocumentsShown)
    .execute()
  return { ...account, documents, documentCount: documents[0]?.total ?? 0 }
}

export const listAgents = (tx: Transaction, now: Date): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('users as u')
    .select(['u.id', 'u.name'])
    .where(
      sql<boolean>`exists (select from chat_presence p
        where p.kind = 'agent' and p.subject_id = u.id and p.until > ${now})`,
    )
    .orderBy('u.name')
    .limit(50)
    .execute()

/** Counts what the filter "Unread" lists: whoever closed a conversation is done with it. */
export async function countUnread(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from chats c join chat_messages m
        on m.chat_id = c.id and m.sender = 'user' and m.seq > c.agent_read_seq
      where c.has_question and c.status = 'open' and c.agent_read_seq < c.last_seq
      limit ${limits.chatUnreadShown + 1}) counted`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function markUnread(tx: Transaction, chatId: string): Promise<void> {
  await sql`
    update chats c set agent_read_seq = least(c.agent_read_seq, l.seq - 1)
    from (select max(seq) as seq from chat_messages where chat_id = ${chatId} and sender = 'user') l
    where c.id = ${chatId} and l.seq is not null`.execute(tx)
}

interface ChatChanges {
  assigneeId?: string | null | undefined
  status?: ChatSession['status'] | undefined
}

/** Returns which changes took effect; undefined if the chat does not exist. */
export async function updateChatRow(
  tx: Transaction,
  chatId: string,
  { assigneeId, status }: ChatChanges,
): Promise<{ isReassigned: boolean; isMoved: boolean } | undefined> {
  const before = await tx
    .selectFrom('chats')
    .select(['assignee_id', 'status'])
    .where('id', '=', chatId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const isReassigned = assigneeId !== undefined && assigneeId !== before.assignee_id
  const isMoved = status !== undefined && status !== before.status
  if (isReassigned || isMoved) {
    await tx
      .updateTable('chats')
      .set({ ...(isReassigned && { assignee_id: assigneeId }), ...(isMoved && { status }) })
      .where('id', '=', chatId)
      .execute()
  }
  return { isReassigned, isMoved }
}

const lastAgent = sql`(select max(until) as until from chat_presence where kind = 'agent') a`

/** True if no agent is present at that time, and the chat has had no automatic answer since the last agent left. */
const needsAutomaticAnswer = (chatId: string, at: Date) => sql`
  c.id = ${chatId} and coalesce(a.until, '-infinity') <= ${at}
    and coalesce(c.automatic_at < coalesce(a.until, '-infinity'), true)`

/**
 * When an automatic answer is due: at `from`, or later when the last agent counts as absent, but not after `latest`.
 * Undefined if an agent stays present, or if this absence was answered.
 */
export async function automaticAnswerDue(
  tx: Transaction,
  chatId: string,
  { from, latest }: { from: Date; latest: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date }>`
    select greatest(a.until, ${from}::timestamptz) as due from chats c, ${lastAgent}
    where ${needsAutomaticAnswer(chatId, latest)}`.execute(tx)
  return rows[0]?.due
}

/** Returns true for only one caller per absence of the agents. */
export async function claimAutomaticAnswer(tx: Transaction, chatId: string, now: Date) {
  const { rows } = await sql<{ is_first: boolean }>`
    update chats c set automatic_at = ${now} from ${lastAgent}
    where ${needsAutomaticAnswer(chatId, now)}
    returning not exists (
      select from chat_messages m where m.chat_id = c.id and m.kind = 'automatic'
    ) as is_first`.execute(tx)
  return rows[0] && { isFirst: rows[0].is_first }
}

/** Returns answers that were neither read nor emailed, oldest first, and marks them as emailed. */
export async function claimUnreadAnswers(
  tx: Transaction,
  chatId: string,
): Promise<{ text: string; author_name: string | null }[]> {
  const { rows } = await sql<Pick<Row<'chat_messages'>, 'seq' | 'text' | 'author_name'>>`
    select m.seq, m.text, m.author_name from chat_messages m
    join (select id, mailed_seq, person_read_seq from chats where id = ${chatId} for update) c on c.id = m.chat_id
    where m.sender = 'agent' and m.kind = 'message' and m.seq > greatest(c.mailed_seq, c.person_read_seq)
    order by m.seq`.execute(tx)
  const last = rows.at(-1)
  if (last) await tx.updateTable('chats').set({ mailed_seq: last.seq }).where('id', '=', chatId).execute()
  return rows
}

/** The recipient of a thread's emails. A guest has no account, only an address. */
export const emailRecipient = ({
  userId,
  email,
}: {
  userId: string | null
  email: string
}): string | { id: string; email: string } => (userId ? { id: userId, email } : email)

export const findPersonOf = (tx: Transaction, chatId: string) =>
  withPerson(tx).select(['c.user_id as userId', 'c.subject']).where('c.id', '=', chatId).executeTakeFirst()

/** Whoever has no account left a name and an address. */
const withPerson = (tx: Transaction) =>
  tx
    .selectFrom('chats as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(({ fn }) => [
      fn.coalesce('u.name', 'c.guest_name').$notNull().as('name'),
      fn.coalesce('u.email', 'c.guest_email').$notNull().as('email'),
    ])
