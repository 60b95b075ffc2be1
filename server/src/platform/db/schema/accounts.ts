import type { Role, UserStatus } from '@exempta/contract/people'
import type { Generated } from 'kysely'

export interface UsersTable {
  id: Generated<string>
  name: string
  email: string
  role: Role
  status: Generated<UserStatus>
  created_at: Date
  updated_at: Date
  last_login_at: Date | null
}

export interface PasswordsTable {
  user_id: string
  hash: string
  changed_at: Date
}

export interface SessionsTable {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
}

export interface OneTimeLinksTable {
  token_hash: Buffer
  purpose: 'set-up'
  user_id: string | null
  created_at: Date
  expires_at: Date
}

export interface AccountsSchema {
  users: UsersTable
  passwords: PasswordsTable
  sessions: SessionsTable
  one_time_links: OneTimeLinksTable
}
