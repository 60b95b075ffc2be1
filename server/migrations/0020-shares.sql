-- Shares: which document which receiver may open, what happened to each, and how e-mail receivers get in.

-- What anybody signed in may know of a business: enough to choose it as a receiver and to know it again.
create view business_names as
  select id, name, verified, status from businesses;
grant create on schema public to exempta_system;
alter view business_names owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on business_names from exempta_app;
grant select on business_names to exempta_app;
create index businesses_active_by_name on businesses (lower(name), id) where status = 'active';
create index businesses_by_part_of_name on businesses using gin (name gin_trgm_ops);

-- One link for each address of a sharing act. A share names the link of its newest mail, so that an older mail
-- opens nothing that was shared again since. Its owner makes it; only the system role can look up a token.
create table mail_share_links (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  owner_id uuid not null references users on delete cascade,
  email citext not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_share_links_by_owner on mail_share_links (owner_id, created_at);
create index mail_share_links_by_end on mail_share_links (expires_at);
create index mail_share_links_by_email on mail_share_links (email);
call exempta_protect('mail_share_links');
revoke all on mail_share_links from exempta_app;
grant insert, select (id, owner_id, created_at) on mail_share_links to exempta_app;
create policy mail_share_links_own on mail_share_links for select to exempta_app
  using (owner_id = (select exempta_actor_id()));
create policy mail_share_links_add on mail_share_links for insert to exempta_app
  with check (owner_id = (select exempta_actor_id()));

-- The one code that is good for a link now.
create table mail_share_codes (
  link_id uuid primary key references mail_share_links on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  attempts integer not null default 0,
  -- How many were sent since `first_sent_at`, against flooding the address.
  sent_count integer not null default 1,
  first_sent_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_share_codes_by_end on mail_share_codes (expires_at);
call exempta_protect('mail_share_codes');
revoke all on mail_share_codes from exempta_app;

-- Browsers that proved the address.
create table mail_share_viewers (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  link_id uuid not null references mail_share_links on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_share_viewers_by_link on mail_share_viewers (link_id);
create index mail_share_viewers_by_end on mail_share_viewers (expires_at);
call exempta_protect('mail_share_viewers');
revoke all on mail_share_viewers from exempta_app;

-- So that a share can only be of a document and its own owner.
alter table documents add constraint documents_with_owner unique (id, owner_id);

create table document_shares (
  id uuid primary key,
  document_id uuid not null,
  owner_id uuid not null,
  business_id uuid references businesses on delete cascade,
  email citext,
  link_id uuid references mail_share_links,
  -- What is over by its time keeps its status: whoever asks compares expires_at.
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected', 'revoked')),
  message text check (length(message) between 1 and 1000),
  expires_at timestamptz,
  can_download boolean not null,
  has_watermark boolean not null,
  tells_first_view boolean not null,
  shared_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by uuid references users on delete set null,
  reject_reason text check (length(reject_reason) between 1 and 500),
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  view_count integer not null default 0,
  -- When the owner was told that it ends soon, and when its end was written down.
  end_told_at timestamptz,
  end_noted_at timestamptz,
  foreign key (document_id, owner_id) references documents (id, owner_id) on delete cascade,
  unique (document_id, business_id),
  unique (document_id, email),
  check (num_nonnulls(business_id, email) = 1),
  check ((email is null) = (link_id is null)),
  check ((email is null) = (expires_at is null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  check ((status in ('verified', 'rejected')) = (reviewed_at is not null)),
  check ((status = 'rejected') = (reject_reason is not null)),
  check (email is null or status in ('pending', 'revoked'))
);
create index document_shares_by_owner on document_shares (owner_id, shared_at desc, id desc);
create index document_shares_by_owner_status on document_shares (owner_id, status, shared_at desc, id desc);
create index document_shares_by_business on document_shares (business_id, shared_at desc, id desc)
  where status <> 'revoked';
create index document_shares_by_business_status on document_shares (business_id, status, shared_at desc, id desc)
  where status <> 'revoked';
create index document_shares_by_link on document_shares (link_id) where link_id is not null;
create index document_shares_by_end on document_shares (expires_at)
  where expires_at is not null and status <> 'revoked' and end_noted_at is null;
create index document_shares_by_reviewer on document_shares (reviewed_by) where reviewed_by is not null;
call exempta_protect('document_shares');
revoke all on document_shares from exempta_app;
grant select, insert, update on document_shares to exempta_app;
create policy document_shares_own on document_shares for select to exempta_app
  using (owner_id = (select exempta_actor_id()));
create policy document_shares_received on document_shares for select to exempta_app
  using (business_id = (select exempta_business_id()) and status <> 'revoked');
create policy document_shares_add on document_shares for insert to exempta_app
  with check (owner_id = (select exempta_actor_id()) and status = 'pending' and view_count = 0);
-- An owner opens and ends a share; only its receiver reviews it.
create policy document_shares_change_own on document_shares for update to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (owner_id = (select exempta_actor_id()) and status in ('pending', 'revoked'));
create policy document_shares_review on document_shares for update to exempta_app
  using (business_id = (select exempta_business_id()) and status <> 'revoked')
  with check (business_id = (select exempta_business_id()) and status <> 'revoked');

-- The history of each share, every view included. Rows are only ever added, and go with their share.
create table share_events (
  id uuid primary key,
  share_id uuid not null references document_shares on delete cascade,
  act text not null check (act in (
    'shared', 'reopened', 'viewed', 'downloaded', 'verified', 'rejected', 'review-reopened', 'returned',
    'revoked', 'expired')),
  at timestamptz not null,
  by_kind text not null check (by_kind in ('owner', 'receiver', 'exempta')),
  -- Who of the business; the name is in the erasable table.
  person_id uuid references users on delete set null,
  reason text check (length(reason) between 1 and 500)
);
create index share_events_by_share on share_events (share_id, at desc, id desc);
create index share_events_by_person on share_events (person_id) where person_id is not null;
call exempta_protect('share_events');
revoke all on share_events from exempta_app, exempta_system;
grant select, insert on share_events to exempta_app, exempta_system;
create policy share_events_read on share_events for select to exempta_app
  using (exists (select from document_shares s where s.id = share_id));
create policy share_events_add on share_events for insert to exempta_app with check (
  exists (
    select from document_shares s where s.id = share_id
      and by_kind = case when s.owner_id = (select exempta_actor_id()) then 'owner' else 'receiver' end)
  and (person_id is null or person_id = (select exempta_actor_id()))
);

-- What a business received and can open, with the names that belong to it. Owned by the system, so the condition
-- is the wall: no policy is asked for each row, and a search reads a large inbox in one go.
create view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    r.name as reviewer_name
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';
grant create on schema public to exempta_system;
alter view received_documents owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on received_documents from exempta_app;
grant select on received_documents to exempta_app;

-- Receivers read a document while its share lives. Queries name the share they come by; this only guards.
create policy documents_received on documents for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (
    select from document_shares s
    where s.document_id = documents.id and s.business_id = (select exempta_business_id())
      and s.status <> 'revoked')
);

-- Lists sort by the number of documents received, so it is kept with the business. Once per statement, and in
-- the order of the ids, so that sharing with the same businesses at the same time never waits in a circle.
create function count_documents_received() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform from businesses b
    where b.id in (select business_id from changed where business_id is not null)
    order by b.id for update;
  update businesses b
    set documents_received = documents_received + c.count * case tg_op when 'DELETE' then -1 else 1 end
    from (select business_id, count(*) as count from changed where business_id is not null group by 1) c
    where b.id = c.business_id;
  return null;
end $$;
grant create on schema public to exempta_system;
alter function count_documents_received() owner to exempta_system;
revoke create on schema public from exempta_system;
create trigger count_documents_received_more
  after insert on document_shares referencing new table as changed
  for each statement execute function count_documents_received();
create trigger count_documents_received_less
  after delete on document_shares referencing old table as changed
  for each statement execute function count_documents_received();
