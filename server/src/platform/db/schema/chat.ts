import type { chatKinds, chatStates } from '@exempta/contract/chat'
import type { ChatMessageKind, chatSenders } from '@exempta/contract/chat-message'
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

/** Written by `chat_tell` and `chat_write` alone. */
export interface ChatMessagesTable {
  chat_id: ColumnType<string, never, string>
  seq: ColumnType<number, never, number>
  id: ColumnType<string, never, never>
  client_id: ColumnType<string, never, never>
  sender: ColumnType<(typeof chatSenders)[number], never, never>
  kind: ColumnType<ChatMessageKind, never, never>
  author_id: ColumnType<string | null, never, never>
  author_name: ColumnType<string | null, never, null>
  text: ColumnType<string, never, never>
  is_masked: ColumnType<boolean, never, never>
  created_at: ColumnType<Date, never, never>
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
