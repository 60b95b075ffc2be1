-- What a person may ask of their own data, and the invitations that lead to new members.

create table privacy_settings (
  user_id uuid primary key references users on delete cascade,
  -- Null keeps documents until they are deleted.
  retention_days integer check (retention_days in (30, 90, 365)),
  updated_at timestamptz not null
);
call exempta_protect('privacy_settings');
revoke delete on privacy_settings from exempta_app;
create policy own on privacy_settings to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));

-- The file itself is in the store, under the id of its row.
create table data_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  status text not null default 'preparing' check (status in ('preparing', 'ready', 'failed')),
  requested_at timestamptz not null,
  expires_at timestamptz,
  check ((status = 'ready') = (expires_at is not null))
);
create index data_exports_by_user on data_exports (user_id, requested_at desc, id desc);
create unique index data_exports_one_at_a_time on data_exports (user_id) where status = 'preparing';
create index data_exports_by_end on data_exports (expires_at) where status = 'ready';
call exempta_protect('data_exports');
revoke all on data_exports from exempta_app;
grant select, insert on data_exports to exempta_app;
create policy own on data_exports for select to exempta_app using (user_id = (select exempta_actor_id()));
create policy ask on data_exports for insert to exempta_app
  with check (user_id = (select exempta_actor_id()) and status = 'preparing');

-- Accounts on their way out; the row goes with the account.
create table account_erasures (
  user_id uuid primary key references users on delete cascade,
  requested_at timestamptz not null
);
call exempta_protect('account_erasures');
revoke all on account_erasures from exempta_app;

create index mails_by_recipient on mails (recipient);

-- The link is in one_time_links, with the invitation as its subject.
create table business_invitations (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references businesses on delete cascade,
  email citext not null,
  role text not null check (role in ('viewer', 'manager')),
  invited_by uuid references users on delete set null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  unique (business_id, email)
);
create index business_invitations_by_end on business_invitations (expires_at);
create index business_invitations_by_inviter on business_invitations (invited_by);
call exempta_protect('business_invitations');
revoke all on business_invitations from exempta_app;
grant select on business_invitations to exempta_app;
create policy of_own_business on business_invitations for select to exempta_app
  using (business_id = (select exempta_business_id()));
