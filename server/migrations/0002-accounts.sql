-- People, their passwords, sessions and one-time links.
-- `users` is the erasable table: audit rows elsewhere hold only its opaque ids.

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
alter table users enable row level security;
alter table users force row level security;
create policy users_system on users to exempta_system using (true) with check (true);
create policy users_self on users for select to exempta_app
  using (id = exempta_actor_id() or exempta_actor_role() = 'admin');
create policy users_self_update on users for update to exempta_app
  using (id = exempta_actor_id()) with check (id = exempta_actor_id());
grant select, insert, update, delete on users to exempta_system;
grant select on users to exempta_app;
grant update (name, updated_at) on users to exempta_app;

-- Only the system role ever sees a password hash or a session token's hash.
create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);
alter table passwords enable row level security;
alter table passwords force row level security;
create policy passwords_system on passwords to exempta_system using (true) with check (true);
grant select, insert, update, delete on passwords to exempta_system;
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
alter table sessions enable row level security;
alter table sessions force row level security;
create policy sessions_system on sessions to exempta_system using (true) with check (true);
grant select, insert, update, delete on sessions to exempta_system;
revoke all on sessions from exempta_app;

create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('set-up')),
  user_id uuid references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
alter table one_time_links enable row level security;
alter table one_time_links force row level security;
create policy one_time_links_system on one_time_links to exempta_system using (true) with check (true);
grant select, insert, update, delete on one_time_links to exempta_system;
revoke all on one_time_links from exempta_app;
