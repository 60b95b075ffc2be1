import type { ChatMessageKind, chatKinds, chatSenders, chatStates } from '@exempta/contract/chat'
import type { DocumentStatus } from '@exempta/contract/documents'
import type { ColumnType, Generated } from 'kysely'
import type { FixedColumn } from './columns.ts'

export interface ChatsTable {
  id: FixedColumn<string>
  kind: FixedColumn<(typeof chatKinds)[number]>
  user_id: string | null
  guest_name: string | null
  guest_email: string | null
  subject: FixedColumn<string | null>
  session_key: ColumnType<string, never, never>
  status: Generated<(typeof chatStates)[number]>
  assignee_id: string | null
  last_seq: Generated<number>
  person_read_seq: Generated<number>
  agent_read_seq: Generated<number>
  mailed_seq: Generated<number>
  automatic_at: Date | null
  has_question: Generated<boolean>
  created_at: FixedColumn<Date>
  last_message_at: Date
}

export interface ChatMessagesTable {
  chat_id: FixedColumn<string>
  seq: FixedColumn<number>
  id: FixedColumn<string>
  client_id: FixedColumn<string>
  sender: FixedColumn<(typeof chatSenders)[number]>
  kind: FixedColumn<ChatMessageKind>
  author_id: FixedColumn<string | null>
  author_name: ColumnType<string | null, string | null, null>
  text: FixedColumn<string>
  is_masked: FixedColumn<boolean>
  created_at: FixedColumn<Date>
}

export interface ChatGuestsTable {
  token_hash: FixedColumn<Buffer>
  chat_id: FixedColumn<string>
  created_at: FixedColumn<Date>
  expires_at: FixedColumn<Date>
}

export interface ChatPresenceTable {
  kind: FixedColumn<'person' | 'agent'>
  subject_id: FixedColumn<string>
  process_id: FixedColumn<string>
  until: Date
}

export interface DocumentNamesView {
  id: ColumnType<string, never, never>
  owner_id: ColumnType<string, never, never>
  name: ColumnType<string, never, never>
  status: ColumnType<DocumentStatus, never, never>
  created_at: ColumnType<Date, never, never>
}

export interface ChatSchema {
  chats: ChatsTable
  chat_messages: ChatMessagesTable
  chat_guests: ChatGuestsTable
  chat_presence: ChatPresenceTable
  document_names: DocumentNamesView
}
