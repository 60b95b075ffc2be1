import type { ChatSession } from '@exempta/contract/chat'
import type { SessionRow } from '../queries/console.ts'

export const asSession = (row: SessionRow): Omit<ChatSession, 'lastMessage' | 'threads'> => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  person: { userId: row.user_id, name: row.name, email: row.email, isHere: row.is_here },
  status: row.status,
  assignee:
    row.assignee_id && row.assignee_name !== null ? { id: row.assignee_id, name: row.assignee_name } : null,
  unread: row.unread,
})
