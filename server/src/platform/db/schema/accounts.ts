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
  previous_login_at: Generated<Date | null>
  email_verified_at: Generated<Date | null>
  version: Generated<number>
}

export interface PasswordsTable {
  user_id: string
  hash: string
  changed_at: Date
  is_temporary: Generated<boolean>
}

export type SessionStage = 'second-factor' | 'full'

export interface SessionsTable {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
  stage: Generated<SessionStage>
}

export interface TwoFactorTable {
  user_id: string
  enabled_at: Date | null
  last_step: Generated<number>
  created_at: Date
}

export interface BackupCodesTable {
  user_id: string
  code_hash: Buffer
}

export interface PasskeysTable {
  id: Generated<string>
  user_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

export interface SessionChallengesTable {
  session_id: string
  challenge: string
  expires_at: Date
}

export interface KnownDevicesTable {
  user_id: string
  device_hash: Buffer
  last_used_at: Date
}

export interface GuessCountsTable {
  key: Buffer
  failures: number
  blocked_until: Date
  counted_at: Date
}

export type LinkPurpose =
  | 'set-up'
  | 'reset-password'
  | 'choose-password'
  | 'verify-email'
  | 'change-email'
  | 'invitation'
  | 'chat'

export interface OneTimeLinksTable {
  token_hash: Buffer
  purpose: LinkPurpose
  user_id: string | null
  subject_id: string | null
  email: string | null
  created_at: Date
  expires_at: Date
}

export interface AccountsSchema {
  users: UsersTable
  passwords: PasswordsTable
  sessions: SessionsTable
  one_time_links: OneTimeLinksTable
  two_factor: TwoFactorTable
  backup_codes: BackupCodesTable
  passkeys: PasskeysTable
  session_challenges: SessionChallengesTable
  known_devices: KnownDevicesTable
  guess_counts: GuessCountsTable
}
