-- People, their passwords, sessions and one-time links.

-- The erasable table: audit rows elsewhere hold only its opaque ids.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email citext not null unique,
  role text not null check (role in ('user', 'business', 'admin')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz
);
call exempta_protect('users');
revoke all on users from exempta_app;
grant select, update (name, updated_at) on users to exempta_app;
create policy own_or_admin on users for select to exempta_app
  using (id = (select exempta_actor_id()) or (select exempta_actor_role()) = 'admin');
create policy own on users for update to exempta_app
  using (id = (select exempta_actor_id())) with check (id = (select exempta_actor_id()));

-- Only the system role ever sees the hash of a password, of a session's token or of a link.
create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);
call exempta_protect('passwords');
revoke all on passwords from exempta_app;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip inet,
  user_agent text
);
create index sessions_by_user on sessions (user_id);
call exempta_protect('sessions');
revoke all on sessions from exempta_app;

create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('set-up')),
  user_id uuid references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_links_by_user on one_time_links (user_id);
call exempta_protect('one_time_links');
revoke all on one_time_links from exempta_app;

-- Who calls must be known before a transaction can name its actor, on every single request: so this is one
-- statement of its own, with the system role's rights for exactly this question.
create function find_session(hash bytea)
  returns table (
    id uuid, created_at timestamptz, last_seen_at timestamptz,
    user_id uuid, name text, email text, role text, status text
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query
    select s.id, s.created_at, s.last_seen_at, u.id, u.name, u.email::text, u.role, u.status
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = hash;
end $$;
-- The new owner makes the grant: a change of owner takes the old owner's rights along.
grant create on schema public to exempta_system;
alter function find_session(bytea) owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function find_session(bytea) from public;
grant execute on function find_session(bytea) to session_user;
set local role none;
