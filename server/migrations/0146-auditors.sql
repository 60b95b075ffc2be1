-- Auditors: who may look at one binder, until when, and the browsers in which they confirmed their address.

-- Receipts that were saved later aren't in the file, so whoever looks at the binder doesn't see them either.
alter table binders add content_at timestamptz;

create table auditor_grants (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  binder_id uuid not null references binders on delete cascade,
  email citext not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The invitation, which says whether it could be delivered.
  mail_id uuid references mails on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '90 days'),
  revoked_at timestamptz,
  last_seen_at timestamptz,
  -- The one code that works now.
  code_hash bytea check (length(code_hash) = 32),
  code_attempts integer not null default 0,
  code_sent_at timestamptz,
  code_expires_at timestamptz
);
create index auditor_grants_by_binder on auditor_grants (binder_id, created_at desc, id desc);
create index auditor_grants_by_business on auditor_grants (business_id);
create index auditor_grants_by_email on auditor_grants (email);
create index auditor_grants_by_mail on auditor_grants (mail_id) where mail_id is not null;
create index auditor_grants_by_creator on auditor_grants (created_by) where created_by is not null;
create index auditor_grants_by_end on auditor_grants (least(expires_at, revoked_at));
call exempta_protect('auditor_grants');
-- A business invites and revokes. Only the system looks up tokens and codes.
revoke all on auditor_grants from exempta_app;
grant insert, select (id, business_id, binder_id, email, created_by, created_at, expires_at, revoked_at, last_seen_at),
  update (revoked_at) on auditor_grants to exempta_app;
create policy auditor_grants_own on auditor_grants to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()) and exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())));

-- What a business sees of its auditors. Owned by the system, like business_requests.
create view binder_auditors as
  select g.id, g.binder_id, g.email::text as email, g.created_at, g.expires_at, g.revoked_at, g.last_seen_at,
    u.name as inviter_name, coalesce(m.status = 'failed', false) as is_bounced
  from auditor_grants g
    left join users u on u.id = g.created_by
    left join mails m on m.id = g.mail_id
  where g.business_id = (select exempta_business_id());
grant create on schema public to exempta_system;
alter view binder_auditors owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on binder_auditors from exempta_app;
grant select on binder_auditors to exempta_app;

-- Browsers in which the address was confirmed.
create table auditor_viewers (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  grant_id uuid not null references auditor_grants on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index auditor_viewers_by_grant on auditor_viewers (grant_id);
create index auditor_viewers_by_end on auditor_viewers (expires_at);
call exempta_protect('auditor_viewers');
revoke all on auditor_viewers from exempta_app;

-- Receipts of a state, day by day.
create index coverage_checks_by_day on coverage_checks (business_id, state, on_date, id);

-- Open pages of auditors learn at once that their access ended, however it ended.
create function notify_auditor() returns trigger language plpgsql as $$
begin
  perform pg_notify('exempta_viewers', old.id::text);
  return null;
end $$;
create trigger notify_auditor_of_change
  after update of revoked_at, expires_at on auditor_grants for each row execute function notify_auditor();
create trigger notify_auditor_of_end
  after delete on auditor_grants for each row execute function notify_auditor();

create function notify_auditors_of_binder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform pg_notify('exempta_viewers', id::text) from auditor_grants where binder_id = new.id;
  return null;
end $$;
create function notify_auditors_of_business() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform pg_notify('exempta_viewers', id::text) from auditor_grants where business_id = new.id;
  return null;
end $$;
grant create on schema public to exempta_system;
alter function notify_auditors_of_binder() owner to exempta_system;
alter function notify_auditors_of_business() owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function notify_auditors_of_binder() from public;
revoke execute on function notify_auditors_of_business() from public;
set local role none;
create trigger notify_auditors
  after update of status on binders
  for each row when (old.status <> new.status) execute function notify_auditors_of_binder();
create trigger notify_auditors
  after update of status on businesses
  for each row when (old.status <> new.status) execute function notify_auditors_of_business();
