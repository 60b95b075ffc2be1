-- Passkeys: a second way to the second factor.

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- As the browser names it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);
call exempta_protect('passkeys');
revoke all on passkeys from exempta_app;

-- The question that a session was asked last; answering takes it away.
create table session_challenges (
  session_id uuid primary key references sessions on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
call exempta_protect('session_challenges');
revoke all on session_challenges from exempta_app;
