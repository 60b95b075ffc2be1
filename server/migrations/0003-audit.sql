-- Who did what to what, when and from where. Rows are only ever added: nobody may change or remove one.

create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'system', 'anonymous')),
  actor_id uuid,
  actor_role text check (actor_role in ('user', 'business', 'admin')),
  action text not null check (action ~ '^[a-z][a-z.-]{1,63}$'),
  target_kind text check (target_kind ~ '^[a-z][a-z-]{1,31}$'),
  target_id text check (target_id ~ '^[A-Za-z0-9._:/-]{1,64}$'),
  result text not null check (result in ('done', 'refused', 'failed')),
  request_id uuid,
  details jsonb not null,
  -- Binds the address in audit_origins to this row; without its salt it tells nothing.
  origin_digest bytea check (length(origin_digest) = 32),
  check ((actor_kind = 'person') = (actor_id is not null and actor_role is not null)),
  check ((target_kind is null) = (target_id is null))
);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, at desc, id desc) where actor_id is not null;
create index audit_entries_by_target on audit_entries (target_kind, target_id, at desc, id desc)
  where target_id is not null;
call exempta_protect('audit_entries');
revoke all on audit_entries from exempta_app, exempta_system;
grant select, insert on audit_entries to exempta_app, exempta_system;
-- Nobody can write in another's name.
create policy audit_entries_add on audit_entries for insert to exempta_app with check (
  actor_id is not distinct from (select exempta_actor_id())
  and actor_kind = case when (select exempta_actor_id()) is null then 'anonymous' else 'person' end
  and actor_role is not distinct from (
    case when (select exempta_actor_id()) is null then null else (select exempta_actor_role()) end)
);
-- One's own acts, and what strangers tried at one's own account; administrators see all.
create policy audit_entries_read on audit_entries for select to exempta_app using (
  (select exempta_actor_role()) = 'admin'
  or actor_id = (select exempta_actor_id())
  or (actor_kind = 'anonymous' and target_kind = 'person' and target_id = (select exempta_actor_id())::text)
);

-- Network addresses are personal data: they live apart and may be erased without touching the chain.
create table audit_origins (
  entry_id uuid primary key references audit_entries,
  ip inet not null,
  salt bytea not null check (length(salt) = 16)
);
call exempta_protect('audit_origins');
revoke all on audit_origins from exempta_app, exempta_system;
grant select, insert on audit_origins to exempta_app, exempta_system;
grant delete on audit_origins to exempta_system;
create policy audit_origins_add on audit_origins for insert to exempta_app with check (true);
create policy audit_origins_read on audit_origins for select to exempta_app
  using (exists (select from audit_entries where audit_entries.id = entry_id));

-- The chain: each seal hashes its entry together with the seal before it.
create table audit_seals (
  position bigint primary key check (position > 0),
  entry_id uuid not null unique,
  entry_digest bytea not null check (length(entry_digest) = 32),
  hash bytea not null check (length(hash) = 32)
);
call exempta_protect('audit_seals');
revoke all on audit_seals from exempta_app, exempta_system;
grant select, insert on audit_seals to exempta_system;

-- What waits for its seal. A row gets here in the transaction of its entry, so an entry that commits late is
-- sealed like any other, whatever was sealed meanwhile.
create table audit_unsealed (
  entry_id uuid primary key,
  arrival bigint generated always as identity unique
);
call exempta_protect('audit_unsealed');
revoke all on audit_unsealed from exempta_app, exempta_system;
grant select, insert, delete on audit_unsealed to exempta_system;

-- Runs as the system role, since the application role may not write here: a row for an entry that is sealed
-- already would stop the sealing of all others.
create function exempta_await_seal() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into audit_unsealed (entry_id) values (new.id);
  return null;
end $$;

create trigger await_seal after insert on audit_entries
  for each row execute function exempta_await_seal();

revoke execute on function exempta_await_seal() from public;
grant create on schema public to exempta_system;
alter function exempta_await_seal() owner to exempta_system;
revoke create on schema public from exempta_system;
