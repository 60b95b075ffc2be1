-- Stages of signing in, second factors, and the counting of guesses.

alter table users add email_verified_at timestamptz;
alter table passwords add is_temporary boolean not null default false;

-- `second-factor`: the password was right and nothing else is open yet.
alter table sessions
  add stage text not null default 'full' check (stage in ('second-factor', 'full'));
create index sessions_by_age on sessions (created_at);

-- Small secrets that the product must be able to read again, each sealed by a master key for its owner alone.
create table sealed_secrets (
  owner_id uuid not null references users on delete cascade,
  purpose text not null check (purpose ~ '^[a-z][a-z-]{0,39}$'),
  master_key_id text not null references master_keys,
  sealed bytea not null,
  primary key (owner_id, purpose)
);
create index sealed_secrets_by_master_key on sealed_secrets (master_key_id, owner_id, purpose);
call exempta_protect('sealed_secrets');
revoke all on sealed_secrets from exempta_app;

create table two_factor (
  user_id uuid primary key references users on delete cascade,
  -- Null until the first code was right.
  enabled_at timestamptz,
  -- The time step of the newest code that was accepted: no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
call exempta_protect('two_factor');
revoke all on two_factor from exempta_app;

create table backup_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
call exempta_protect('backup_codes');
revoke all on backup_codes from exempta_app;

-- Browsers in which a person has signed in before.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_by_age on known_devices (last_used_at);
call exempta_protect('known_devices');
revoke all on known_devices from exempta_app;

-- Guesses at a secret, under a hash of what was guessed at and from where.
create table guess_counts (
  key bytea primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  counted_at timestamptz not null
);
create index guess_counts_by_age on guess_counts (counted_at);
call exempta_protect('guess_counts');
revoke all on guess_counts from exempta_app;

set local role exempta_system;
drop function find_session(bytea);
set local role none;
create function find_session(wanted bytea)
  returns table (
    id uuid, stage text, created_at timestamptz, last_seen_at timestamptz,
    user_id uuid, name text, email text, role text, status text,
    is_email_verified boolean, has_temporary_password boolean, has_two_factor boolean,
    business_id uuid, business_name text, business_status text, member_role text, member_status text
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query
    select s.id, s.stage, s.created_at, s.last_seen_at,
      u.id, u.name, u.email::text, u.role, u.status,
      u.email_verified_at is not null, coalesce(p.is_temporary, false), t.enabled_at is not null,
      b.id, b.name, b.status, m.role, m.status
    from sessions s
      join users u on u.id = s.user_id
      left join passwords p on p.user_id = u.id
      left join two_factor t on t.user_id = u.id
      left join business_users m on m.user_id = u.id
      left join businesses b on b.id = m.business_id
    where s.token_hash = wanted;
end $$;
-- The new owner makes the grant: a change of owner takes the old owner's rights along.
grant create on schema public to exempta_system;
alter function find_session(bytea) owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function find_session(bytea) from public;
grant execute on function find_session(bytea) to session_user;
set local role none;
