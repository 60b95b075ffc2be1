-- API access of a business, its keys, and keys as actors: what one does is written down in its own name.

-- One row for each business that ever asked; who decided what, and when, is in the audit log.
create table api_access (
  business_id uuid primary key references businesses on delete cascade,
  state text not null check (state in ('requested', 'approved', 'declined', 'withdrawn')),
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null,
  purpose text not null check (length(purpose) between 1 and 1000),
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 500),
  check ((state = 'requested') = (decided_at is null)),
  check (reason is null or state in ('declined', 'withdrawn'))
);
create index api_access_by_request on api_access (requested_at desc, business_id desc);
create index api_access_by_state on api_access (state, requested_at desc, business_id desc);
create index api_access_by_person on api_access (requested_by) where requested_by is not null;
call exempta_protect('api_access');
revoke delete on api_access from exempta_app;
create policy of_administrators on api_access to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');
-- A business sees its own, and can do no more than ask.
create policy of_own_business on api_access for select to exempta_app
  using (business_id = (select exempta_business_id()));
create policy asked_by_own_business on api_access for insert to exempta_app with check (
  business_id = (select exempta_business_id()) and state = 'requested'
  and requested_by = (select exempta_actor_id()));
create policy asked_again_by_own_business on api_access for update to exempta_app
  using (business_id = (select exempta_business_id()) and state in ('declined', 'withdrawn'))
  with check (
    business_id = (select exempta_business_id()) and state = 'requested'
    and requested_by = (select exempta_actor_id()));

create table api_keys (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- The start of the key, to know it again by.
  prefix text not null check (prefix ~ '^exk_[A-Za-z0-9_-]{6}$'),
  key_hash bytea not null unique check (length(key_hash) = 32),
  can_review boolean not null,
  ranges cidr[] not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_business on api_keys (business_id, created_at desc, id desc);
create index api_keys_by_person on api_keys (created_by) where created_by is not null;
call exempta_protect('api_keys');
-- Only the system role ever sees the hash, and a key that was made is only ever revoked.
revoke all on api_keys from exempta_app;
grant insert, update (revoked_at),
  select (id, business_id, name, prefix, can_review, ranges, created_by, created_at, expires_at, last_used_at, revoked_at)
  on api_keys to exempta_app;
create policy of_people_of_the_business on api_keys to exempta_app
  using (business_id = (select exempta_business_id()) and (select exempta_actor_role()) = 'business')
  with check (business_id = (select exempta_business_id()) and (select exempta_actor_role()) = 'business');
create policy seen_by_administrators on api_keys for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
create policy revoked_by_administrators on api_keys for update to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check (revoked_at is not null);

-- Audit rows of keys. The business behind a key is in the details, since the row outlives both.
alter table audit_entries
  drop constraint audit_entries_actor_kind_check,
  drop constraint audit_entries_check,
  add constraint audit_entries_actor_kind_check check (actor_kind in ('person', 'key', 'system', 'anonymous')),
  add constraint audit_entries_actor_check check (
    (actor_id is not null) = (actor_kind in ('person', 'key'))
    and (actor_role is not null) = (actor_kind = 'person'));
drop policy audit_entries_add on audit_entries;
create policy audit_entries_add on audit_entries for insert to exempta_app with check (
  actor_id is not distinct from (select exempta_actor_id())
  and actor_kind = case
    when (select exempta_actor_id()) is null then 'anonymous'
    when (select exempta_actor_role()) = 'key' then 'key'
    else 'person' end
  and actor_role is not distinct from case when actor_kind = 'person' then (select exempta_actor_role()) end
);

-- What a key does to a share is in its history under the name of the key.
alter table share_events add key_id uuid references api_keys on delete set null;
create index share_events_by_key on share_events (key_id) where key_id is not null;
drop policy share_events_add on share_events;
create policy share_events_add on share_events for insert to exempta_app with check (
  exists (
    select from document_shares s where s.id = share_id
      and by_kind = case when s.owner_id = (select exempta_actor_id()) then 'owner' else 'receiver' end)
  and (person_id is null or person_id = (select exempta_actor_id()))
  and (key_id is null or key_id = (select exempta_actor_id()))
);

-- Means something only beside reviewed_at: whoever takes a review back leaves it as it is.
alter table document_shares add reviewed_by_key uuid references api_keys on delete set null;
create index document_shares_by_reviewing_key on document_shares (reviewed_by_key)
  where reviewed_by_key is not null;
grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';
set local role none;
revoke create on schema public from exempta_system;
