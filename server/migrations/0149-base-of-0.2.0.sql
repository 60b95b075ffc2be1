-- All tables as of release 0.2.0, in one file: what the 81 migrations before it made. A new installation runs this file,
-- an installation of 0.2.0 skips it. Later changes are files of their own, so this one never changes.

create extension if not exists citext;
create extension if not exists pg_trgm;

-- Transactions of people and visitors run as exempta_app, jobs and what comes before a login as exempta_system, reports as
-- exempta_reports. Roles belong to the whole server, so databases that are set up at the same time meet here and try
-- again. Where the login may not make roles, an administrator makes all three and grants them to the login beforehand.
do $$
declare
  role_name text;
begin
  for attempt in 1..50 loop
    begin
      foreach role_name in array array['exempta_app', 'exempta_system', 'exempta_reports'] loop
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin noinherit', role_name);
        end if;
        -- From PostgreSQL 16 a membership may lack the right to take the role (set_option).
        if not (select rolsuper from pg_roles where rolname = current_user) and not exists (
          select from pg_auth_members m
          where m.roleid = role_name::regrole and m.member = current_user::regrole
            and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)
        ) then
          execute format('grant %I to %I', role_name, current_user);
        end if;
      end loop;
      return;
    exception when duplicate_object or unique_violation or internal_error then
      if attempt = 50 then raise; end if;
      perform pg_sleep(0.02 * random() + 0.01);
    end;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to exempta_app, exempta_system, exempta_reports;
alter default privileges in schema public
  grant select, insert, update, delete on tables to exempta_app, exempta_system;
alter default privileges in schema public
  grant usage, select on sequences to exempta_app, exempta_system;

-- People, their passwords, sessions and one-time links.

-- The erasable table: audit rows elsewhere hold only its opaque ids.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email citext not null unique,
  role text not null check (role in ('user', 'business', 'admin')),
  -- A guest sent a certificate without an account. Its documents are its own; it logs in once it has chosen a password.
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended', 'guest')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz,
  email_verified_at timestamptz,
  -- The sign-in before the newest: what a person's own page shows as the last.
  previous_login_at timestamptz,
  -- A change names the version it was made from, so that of two people who save at once one is told. Whoever
  -- changes the row moves it on, the person's own page included.
  version integer not null default 1,
  -- When a person last gave or confirmed their name. Managers whose account has the name of their business are asked once.
  name_confirmed_at timestamptz
);
-- A page is read from the index of its order, with each filter; a search from the trigrams.
create index users_by_time on users (created_at desc, id desc);
create index users_by_role_time on users (role, created_at desc, id desc);
create index users_by_status_time on users (status, created_at desc, id desc);
create index users_by_name on users (lower(name), id);
create index users_by_role_name on users (role, lower(name), id);
create index users_by_status_name on users (status, lower(name), id);
create index users_by_part_of_name on users using gin (name gin_trgm_ops);
create index users_by_part_of_address on users using gin ((email::text) gin_trgm_ops);
create index users_unconfirmed_guests on users (created_at) where status = 'guest' and email_verified_at is null;
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
  changed_at timestamptz not null,
  is_temporary boolean not null default false
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
  user_agent text,
  -- `second-factor`: the password was right and nothing else is open yet.
  stage text not null default 'full' check (stage in ('second-factor', 'full'))
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_age on sessions (created_at);
call exempta_protect('sessions');
revoke all on sessions from exempta_app;

create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in (
    'set-up', 'reset-password', 'choose-password', 'verify-email', 'change-email', 'invitation', 'chat')),
  user_id uuid references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The address that using the link proves; for a change of address the new one.
  email citext,
  -- What the link is about where that is no person, such as an invitation.
  subject_id uuid
);
create index one_time_links_by_user on one_time_links (user_id);
create index one_time_links_by_subject on one_time_links (subject_id) where subject_id is not null;
create index one_time_links_by_end on one_time_links (expires_at);
call exempta_protect('one_time_links');
revoke all on one_time_links from exempta_app;

-- Who did what to what, when and from where. Rows are only ever added: nobody may change or remove one.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'key', 'system', 'anonymous')),
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
  constraint audit_entries_check1 check ((target_kind is null) = (target_id is null)),
  constraint audit_entries_actor_check check (
    (actor_id is not null) = (actor_kind in ('person', 'key'))
    and (actor_role is not null) = (actor_kind = 'person'))
);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, at desc, id desc) where actor_id is not null;
create index audit_entries_by_target on audit_entries (target_kind, target_id, at desc, id desc)
  where target_id is not null;
-- What administrators look through: the audit log by act and by kind of object, verifications of its chain, and
-- the outbox by part of an address or a subject.
create index audit_entries_by_action on audit_entries (action, at desc, id desc);
create index audit_entries_by_target_kind on audit_entries (target_kind, at desc, id desc)
  where target_kind is not null;
call exempta_protect('audit_entries');
revoke all on audit_entries from exempta_app, exempta_system;
grant select, insert on audit_entries to exempta_app, exempta_system;
-- One's own acts, and what strangers tried at one's own account; administrators see all.
create policy audit_entries_read on audit_entries for select to exempta_app using (
  (select exempta_actor_role()) = 'admin'
  or actor_id = (select exempta_actor_id())
  or (actor_kind = 'anonymous' and target_kind = 'person' and target_id = (select exempta_actor_id())::text)
);
create policy audit_entries_add on audit_entries for insert to exempta_app with check (
  actor_id is not distinct from (select exempta_actor_id())
  and actor_kind = case
    when (select exempta_actor_id()) is null then 'anonymous'
    when (select exempta_actor_role()) = 'key' then 'key'
    else 'person' end
  and actor_role is not distinct from case when actor_kind = 'person' then (select exempta_actor_role()) end
);
create policy audit_entries_of_own_emails on audit_entries for select to exempta_app using (
  action = 'mail.reveal' and target_kind = 'person' and target_id = (select exempta_actor_id())::text
);

-- Network addresses are personal data: they live apart and may be erased without touching the chain.
create table audit_origins (
  entry_id uuid primary key constraint audit_origins_entry_id_fkey1 references audit_entries,
  ip inet not null,
  salt bytea not null check (length(salt) = 16)
) partition by range (entry_id);
call exempta_protect('audit_origins');
revoke all on audit_origins from exempta_app, exempta_system;
grant select, insert on audit_origins to exempta_app;
grant select, insert, delete on audit_origins to exempta_system;
create policy audit_origins_add on audit_origins for insert to exempta_app with check (true);
create policy audit_origins_read on audit_origins for select to exempta_app
  using (exists (select from audit_entries where audit_entries.id = entry_id));
call exempta_partition_by_month('audit_origins');

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

-- The outbox: every mail is written here in the transaction of the act that causes it, and sent by a job.
create table mails (
  id uuid not null,
  recipient text not null,
  template text not null,
  subject text not null,
  -- Secrets in both bodies stand between two marks until the mail has been sent or given up.
  body_text text not null,
  body_html text not null,
  message_id text not null,
  -- kept: no SMTP server is configured, the mail can only be read here.
  status text not null check (status in ('queued', 'kept', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  account_id uuid constraint mails_account_id_fkey1 references users on delete cascade,
  -- On whose behalf an email is sent: whoever shares documents or invites. The links in it open what is theirs.
  sender_id uuid constraint mails_sender_id_fkey1 references users on delete set null,
  primary key (id, created_at)
) partition by range (created_at);
create index mails_by_age on mails (created_at desc, id);
create index mails_by_status on mails (status, created_at desc, id);
create index mails_by_part_of_recipient on mails using gin (recipient gin_trgm_ops);
create index mails_by_part_of_subject on mails using gin (subject gin_trgm_ops);
create index mails_by_account on mails (account_id) where account_id is not null;
create index mails_unclaimed on mails (lower(recipient)) where account_id is null;
create index mails_by_sender on mails (sender_id) where sender_id is not null;
call exempta_protect('mails');
-- Whoever acts may cause a mail; only administrators see the outbox, and nobody changes it but the job. Bodies
-- hold links and codes that open other people's accounts: the system role alone reads them.
revoke all on mails from exempta_app;
grant select (id, recipient, template, subject, message_id, status, attempts, last_error, created_at, sent_at), insert
  on mails to exempta_app;
create policy anybody_causes_mail on mails for insert to exempta_app
  with check (status in ('queued', 'kept') and attempts = 0 and sent_at is null);
create policy administrators_see_mail on mails for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
call exempta_partition_by_month('mails');

-- Encrypted files: where each one is, its wrapped key, and the ciphertexts that are waiting to be removed.
-- Only the system role sees them; the feature that owns the documents decides who may ask.

-- Names this database's part of the file store, so that two databases with one bucket keep apart.
create table file_space (
  id uuid primary key default gen_random_uuid()
);
create unique index file_space_is_one_row on file_space ((true));
call exempta_protect('file_space');
revoke all on file_space from exempta_app;
insert into file_space default values;

-- One row per master key in use, the highest version being current; the id is derived from the key itself.
create table master_keys (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  version integer generated always as identity unique,
  created_at timestamptz not null
);
call exempta_protect('master_keys');
revoke all on master_keys from exempta_app;
grant select (id, version) on master_keys to exempta_app;
create policy master_keys_names on master_keys for select to exempta_app using (true);

create table stored_files (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null,
  rendition text not null check (rendition ~ '^[a-z][a-z0-9-]{0,39}$'),
  version integer not null check (version >= 1),
  object_name text not null unique,
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null,
  unique (document_id, rendition, version)
);
call exempta_protect('stored_files');
revoke all on stored_files from exempta_app;
grant select, insert, delete on stored_files to exempta_app;

-- Deleting the row shreds the file, whatever becomes of its ciphertext.
create table file_keys (
  file_id uuid primary key references stored_files on delete cascade,
  master_key_id text not null references master_keys,
  wrapped_key bytea not null check (octet_length(wrapped_key) = 60)
);
create index file_keys_by_master_key on file_keys (master_key_id, file_id);
call exempta_protect('file_keys');
revoke all on file_keys from exempta_app;
grant insert on file_keys to exempta_app;
create policy file_keys_of_own_files on file_keys for insert to exempta_app
  with check (exists (select from stored_files f where f.id = file_id));

create table discarded_objects (
  object_name text primary key,
  discarded_at timestamptz not null
);
call exempta_protect('discarded_objects');
revoke all on discarded_objects from exempta_app;
grant insert on discarded_objects to exempta_app;
create policy discarded_objects_add on discarded_objects for insert to exempta_app with check (true);

-- What administrators change while the product runs. A setting that was never changed has no row.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);
call exempta_protect('settings');
revoke all on settings from exempta_app, exempta_system;
grant select, insert, update on settings to exempta_app, exempta_system;
create policy settings_of_administrators on settings to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

-- What people are told, whom it is for, and who has read it.
create table notifications (
  id uuid primary key,
  -- Named like the live stream that tells of it: everybody, role:admin, business:<id>, person:<id>.
  audience text not null
    check (audience ~ '^(everybody|role:(user|business|admin)|(business|person):[0-9a-f-]{36})$'),
  -- Goes with its person.
  person_id uuid references users on delete cascade,
  type text not null check (type in ('users', 'businesses', 'other')),
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) between 1 and 1000),
  created_at timestamptz not null,
  -- The page that shows what a notification is about: a path of ours, never another site.
  link text check (length(link) <= 300 and link ~ '^/[a-z][!-~]*$'),
  -- What a notification is about, so that the panel can group those of the same kind and emails obey the preferences.
  kind text check (kind in ('verified', 'rejected', 'first-view', 'received', 'ready')),
  -- The other side, such as the business that verified.
  about text check (length(about) between 1 and 200),
  document_count integer not null default 1 check (document_count > 0),
  check (audience = 'person:' || person_id or (person_id is null and audience not like 'person:%'))
);
-- Few people have many notifications, and everybody has them all: plan every audience as if it were large, so
-- that a page is read from the index in order and not collected and sorted.
alter table notifications alter column audience set (n_distinct = 2);
create index notifications_by_audience on notifications (audience, created_at desc, id desc);
create index notifications_by_person on notifications (person_id) where person_id is not null;
-- What is deleted after a time is found by its age. Rows lie in that order; an ordered index would be taken for lists too.
create index notifications_by_age on notifications using brin (created_at);
call exempta_protect('notifications');
revoke all on notifications from exempta_app, exempta_system;
grant select, insert on notifications to exempta_app;
grant select, insert, delete on notifications to exempta_system;
-- Whoever acts may have to tell others of it. Reading is for those it is addressed to; what goes to many is
-- for those who were there when it was sent. Written so that the planner expects it to hide nearly nothing:
-- the query names its own audiences, and finds them by the index.
create policy notifications_add on notifications for insert to exempta_app with check (true);
create policy notifications_read on notifications for select to exempta_app using (
  array_position((select exempta_audiences()), audience) is not null
  and (person_id is not null or audience like 'business:%' or created_at >= (
    select u.created_at from users u where u.id = (select exempta_actor_id())))
);

create table notification_reads (
  user_id uuid not null references users on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, notification_id)
);
create index notification_reads_by_notification on notification_reads (notification_id);
call exempta_protect('notification_reads');
revoke all on notification_reads from exempta_app;
grant select, insert on notification_reads to exempta_app;
create policy notification_reads_own on notification_reads for select to exempta_app
  using (user_id = (select exempta_actor_id()));
create policy notification_reads_add on notification_reads for insert to exempta_app with check (
  user_id = (select exempta_actor_id())
  and exists (select from notifications n where n.id = notification_id)
);

create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  mailed_types text[] not null check (mailed_types <@ array['users', 'businesses', 'other']),
  updated_at timestamptz not null,
  -- Emails about what recipients do with a person's documents. New accounts get them until they turn them off.
  mailed_outcomes text[] not null default '{}'
    check (mailed_outcomes <@ array['verified', 'rejected', 'first-view', 'expiring'])
);
call exempta_protect('notification_preferences');
revoke all on notification_preferences from exempta_app;
grant select, insert, update on notification_preferences to exempta_app;
create policy notification_preferences_own on notification_preferences to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));

-- Live events: one row per stream with its last sequence number, and the events of the last day.
-- Only the system role sees either table; everybody else publishes through live_publish().
create table live_streams (
  stream text primary key,
  last_seq bigint not null
);
call exempta_protect('live_streams');
revoke all on live_streams from exempta_app;

create table live_events (
  stream text not null,
  seq bigint not null,
  name text not null,
  -- json keeps the text as it was sent; nothing ever looks inside.
  payload json not null,
  created_at timestamptz not null default now(),
  primary key (stream, seq)
);
create index live_events_by_age on live_events (created_at);
call exempta_protect('live_events');
revoke all on live_events from exempta_app;

-- Whose turn it is in a job's queue: each fairness key's latest turn. The queue itself is pg-boss's schema.
create table job_turns (
  job text not null,
  key text not null,
  turn integer not null,
  primary key (job, key)
);
create index job_turns_by_turn on job_turns (job, turn);
call exempta_protect('job_turns');
revoke all on job_turns from exempta_app, exempta_system;
-- Jobs are sent as the owner, who is under the forced policies too unless it is a superuser.
create policy owner_takes_turns on job_turns to current_user using (true) with check (true);

-- Businesses and the people who work for them. A person works for one business; name and address of a member
-- are those of the person, in the erasable table.
create table businesses (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email citext not null,
  status text not null default 'pending' check (status in ('active', 'inactive', 'pending')),
  verified boolean not null default false,
  business_type text
    check (business_type in ('Retail', 'Healthcare', 'Education', 'Government', 'Nonprofit', 'Other')),
  tax_id text,
  phone text,
  website text,
  address text,
  documents_received integer not null default 0 check (documents_received >= 0),
  user_count integer not null default 0 check (user_count >= 0),
  date_registered timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A change names the version it was made from, so that of two people who save at once one is told.
  profile_version integer not null default 1,
  -- The end of the last week that was summed up by mail, and the newest document that a mail told of.
  summarized_until timestamptz,
  documents_mailed_until timestamptz,
  -- Null until a manager edits the list: the product's own reasons are offered.
  reject_reasons text[] check (cardinality(reject_reasons) <= 20),
  -- A business can let Exempta verify certificates that are beyond doubt. Off until a manager turns it on.
  auto_verifies boolean not null default false
);
create index businesses_active_by_name on businesses (lower(name), id) where status = 'active';
create index businesses_by_part_of_name on businesses using gin (name gin_trgm_ops);
create index businesses_to_summarize on businesses (summarized_until nulls first, id) where status = 'active';
create index businesses_by_time on businesses (date_registered desc, id desc);
create index businesses_by_name on businesses (lower(name), id);
create index businesses_by_users on businesses (user_count, id);
create index businesses_by_type on businesses (business_type);
create index businesses_by_part_of_address on businesses using gin ((email::text) gin_trgm_ops);
create index businesses_by_part_of_tax_id on businesses using gin (tax_id gin_trgm_ops);
-- Tax IDs are searched with and without their dash.
create index businesses_by_digits_of_tax_id on businesses using gin ((replace(tax_id, '-', '')) gin_trgm_ops);
call exempta_protect('businesses');
revoke all on businesses from exempta_app;
grant select on businesses to exempta_app;
create policy own_or_admin on businesses for select to exempta_app
  using (id = (select exempta_business_id()) or (select exempta_actor_role()) = 'admin');

create table business_users (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references businesses on delete cascade,
  user_id uuid not null unique references users on delete cascade,
  role text not null check (role in ('viewer', 'manager')),
  status text not null default 'active' check (status in ('active', 'pending')),
  date_added timestamptz not null,
  last_active timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Each member chooses for themselves what comes by mail.
  mails_new_documents boolean not null default true,
  mails_document_updates boolean not null default true,
  mails_weekly_summary boolean not null default true,
  version integer not null default 1,
  -- Reminders that certificates expire: everyone gets them until they turn them off.
  mails_expirations boolean not null default true,
  constraint business_users_of_business unique (business_id, user_id)
);
create index business_users_by_business on business_users (business_id, date_added desc, id desc);
call exempta_protect('business_users');
revoke all on business_users from exempta_app;
grant select, update (updated_at, mails_new_documents, mails_document_updates, mails_weekly_summary,
    mails_expirations)
  on business_users to exempta_app;
create policy own_firm_or_admin on business_users for select to exempta_app
  using (business_id = (select exempta_business_id()) or (select exempta_actor_role()) = 'admin');
create policy own_mails on business_users for update to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));

-- Small secrets that the product must be able to read again, each sealed by a master key for its owner alone.
create table sealed_secrets (
  owner_id uuid not null,
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

-- From which addresses the admin area and each business may be used; no list, or an empty one, lets all in.
create table admin_ip_list (
  ranges cidr[] not null,
  updated_at timestamptz not null
);
create unique index admin_ip_list_is_one_row on admin_ip_list ((true));
call exempta_protect('admin_ip_list');
revoke all on admin_ip_list from exempta_app;
grant select, insert, update on admin_ip_list to exempta_app;
create policy of_administrators on admin_ip_list to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

create table business_ip_lists (
  business_id uuid primary key references businesses on delete cascade,
  ranges cidr[] not null,
  updated_at timestamptz not null
);
call exempta_protect('business_ip_lists');
revoke all on business_ip_lists from exempta_app;
grant select, insert, update on business_ip_lists to exempta_app;
create policy of_own_business on business_ip_lists to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- What a person may ask of their own data, and the invitations that lead to new members.
create table privacy_settings (
  user_id uuid primary key references users on delete cascade,
  -- Null keeps documents until they are deleted.
  retention_days integer check (retention_days in (30, 90, 365)),
  updated_at timestamptz not null
);
call exempta_protect('privacy_settings');
revoke all on privacy_settings from exempta_app;
grant select, insert, update on privacy_settings to exempta_app;
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

-- The link is in one_time_links, with the invitation as its subject.
create table business_invitations (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references businesses on delete cascade,
  email citext not null,
  role text not null check (role in ('viewer', 'manager')),
  invited_by uuid references users on delete set null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  account_id uuid references users on delete cascade,
  -- Without an email server, the link of an invitation is shown to the person who invites. It then no longer proves that
  -- whoever uses it reads the mail of the invited address.
  is_link_shown boolean not null default false,
  unique (business_id, email)
);
create index business_invitations_by_end on business_invitations (expires_at);
create index business_invitations_by_inviter on business_invitations (invited_by);
create index business_invitations_by_account on business_invitations (account_id) where account_id is not null;
create index business_invitations_by_email on business_invitations (email);
call exempta_protect('business_invitations');
revoke all on business_invitations from exempta_app;
grant select on business_invitations to exempta_app;
create policy of_own_business on business_invitations for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- Documents: what a person sent, what became of it, and what was hidden where; never what stood there.
create table documents (
  id uuid primary key,
  -- No cascade: a person's files are shredded before the person goes.
  owner_id uuid not null references users,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  status text not null check (status in ('processing', 'processed', 'failed')),
  size_bytes bigint not null check (size_bytes > 0),
  -- Keyed, so that it tells nothing about the content to whoever reads the table.
  content_hash bytea not null check (length(content_hash) = 32),
  card_side text check (card_side in ('front', 'back')),
  is_card boolean not null default false,
  hides_contact_details boolean not null default false,
  keeps_driver_license boolean not null default false,
  has_original boolean not null,
  -- How often the sandbox was given the file; a file that it never survives is given up.
  attempts integer not null default 0,
  page_count integer check (page_count > 0),
  progress_page integer not null default 0,
  -- The version that can be opened; 0 while there is none.
  version integer not null default 0,
  finding_counts jsonb not null default '{}',
  failure text check (failure ~ '^[a-z-]{1,40}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processed_at timestamptz,
  -- True until the owner has finished the check. It never becomes true again, and what is true cannot be shared.
  needs_check boolean not null default false
    constraint documents_check4 check (not needs_check or status = 'processed'),
  -- The document that it was uploaded to replace.
  replaces_id uuid references documents on delete set null,
  -- A corrected document continues the version numbers of the one it replaces. A review names the version that the
  -- reviewer saw, so a review of the old file can never count for the new one.
  first_version integer not null default 1 check (first_version > 0),
  -- The kind of a government card: derived in the sandbox before its digits are hidden, so that none of them is stored.
  card_program text check (card_program in ('smartpay', 'other', 'unknown')),
  card_line text check (card_line in ('travel', 'purchase', 'fleet', 'integrated', 'unknown')),
  card_billing text check (card_billing in ('central', 'individual', 'split', 'unknown')),
  check ((status = 'processed') = (version > 0)),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'processing' or has_original),
  check (status <> 'processed' or not has_original),
  -- So that a share can only be of a document and its own owner.
  constraint documents_with_owner unique (id, owner_id),
  constraint documents_card_class check (num_nulls(card_program, card_line, card_billing) in (0, 3))
);
create index documents_by_owner on documents (owner_id, created_at desc, id desc);
create index documents_by_owner_status on documents (owner_id, status, created_at desc, id desc);
create index documents_by_owner_name on documents (owner_id, lower(name), id);
create index documents_by_content on documents (owner_id, content_hash);
create index documents_with_original on documents (updated_at) where has_original;
create index documents_by_time on documents (created_at desc, id desc);
create index documents_failed on documents (id) where status = 'failed';
create index documents_to_check on documents (owner_id, created_at desc, id desc) where needs_check;
create index documents_by_replaced on documents (replaces_id) where replaces_id is not null;
create index documents_failed_by_time on documents (created_at desc, id desc) where status = 'failed';
call exempta_protect('documents');
-- The owner's own. Receivers of a share get a policy of their own, for reading, beside this one.
create policy documents_own on documents to exempta_app
  using (owner_id = (select exempta_actor_id())) with check (owner_id = (select exempta_actor_id()));
create policy stored_files_of_own_documents on stored_files to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())))
  with check (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

-- What belongs to a document is seen by whoever sees the document. Only the system writes results.
create table document_versions (
  document_id uuid not null references documents on delete cascade,
  version integer not null check (version > 0),
  -- The areas that the owner blacked out to make this version.
  boxes jsonb not null default '[]',
  size_bytes bigint check (size_bytes > 0),
  created_at timestamptz not null,
  -- Null while it is being made.
  ready_at timestamptz,
  -- The version that the owner's check makes: with it the document is released.
  ends_check boolean not null default false,
  primary key (document_id, version),
  check ((ready_at is null) = (size_bytes is null))
);
-- Few at a time: those that are being made, and those whose maker was lost.
create index document_versions_unfinished on document_versions (created_at) where ready_at is null;
call exempta_protect('document_versions');
revoke all on document_versions from exempta_app;
grant select, insert on document_versions to exempta_app;
create policy document_versions_read on document_versions for select to exempta_app
  using (exists (select from documents d where d.id = document_id));
create policy document_versions_ask on document_versions for insert to exempta_app with check (
  ready_at is null and exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id()))
);

create table document_pages (
  document_id uuid not null,
  version integer not null,
  page integer not null check (page > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The picture of the page: which file holds it, and where in it.
  rendition text not null check (rendition in ('redacted', 'pages')),
  type text not null check (type in ('image/jpeg', 'image/png')),
  start_byte bigint not null check (start_byte >= 0),
  end_byte bigint not null check (end_byte > start_byte),
  primary key (document_id, version, page),
  foreign key (document_id, version) references document_versions on delete cascade
);
call exempta_protect('document_pages');
revoke all on document_pages from exempta_app;
grant select on document_pages to exempta_app;
create policy document_pages_read on document_pages for select to exempta_app
  using (exists (select from documents d where d.id = document_id));

create table document_findings (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  position integer not null,
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- Four corners as shares of the page's width and height.
  quad jsonb not null,
  primary key (document_id, version, page, position),
  foreign key (document_id, version, page) references document_pages on delete cascade
);
call exempta_protect('document_findings');
revoke all on document_findings from exempta_app;
grant select on document_findings to exempta_app;
create policy document_findings_read on document_findings for select to exempta_app
  using (exists (select from documents d where d.id = document_id));

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
grant select (id, owner_id, created_at), insert on mail_share_links to exempta_app;
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
grant select (id, business_id, name, prefix, can_review, ranges, created_by, created_at, expires_at, last_used_at,
    revoked_at), insert, update (revoked_at)
  on api_keys to exempta_app;
create policy of_people_of_the_business on api_keys to exempta_app
  using (business_id = (select exempta_business_id()) and (select exempta_actor_role()) = 'business')
  with check (business_id = (select exempta_business_id()) and (select exempta_actor_role()) = 'business');
create policy seen_by_administrators on api_keys for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
create policy revoked_by_administrators on api_keys for update to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check (revoked_at is not null);

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
  -- What a business finds a share by, kept with the share: a part of it is looked up in one index, however many
  -- documents there are, which no index over three tables could do.
  search_text text,
  -- Means something only beside reviewed_at: whoever takes a review back leaves it as it is.
  reviewed_by_key uuid references api_keys on delete set null,
  -- Without a foreign key where rows outlive the account: they must never become claimable again.
  account_id uuid,
  -- What the last corrected version replaced. It stays when the owner deletes that document.
  replaced_name text check (length(replaced_name) between 1 and 200),
  replaced_at timestamptz,
  -- When that document was rejected; null when this recipient had not rejected it.
  replaced_rejected_at timestamptz,
  -- Views and downloads are counted separately.
  download_count integer not null default 0,
  -- Only a member of the receiving business can be assigned, and whoever leaves the business is no longer assigned.
  assigned_to uuid,
  -- What lists are filtered by is kept with the share, so that each filter reads one index in the order of the list.
  -- Code of the form that the owner confirmed, or 'other' for forms that we don't know; null until then.
  form text check (form ~ '^[a-z0-9.-]{1,60}$'),
  expires_on date,
  reviewed_by_rules boolean not null default false
    constraint document_shares_check8 check (not reviewed_by_rules or status = 'verified'),
  foreign key (document_id, owner_id) references documents (id, owner_id) on delete cascade,
  unique (document_id, business_id),
  unique (document_id, email),
  check (num_nonnulls(business_id, email) = 1),
  check ((email is null) = (link_id is null)),
  check ((email is null) = (expires_at is null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  check ((status in ('verified', 'rejected')) = (reviewed_at is not null)),
  check ((status = 'rejected') = (reject_reason is not null)),
  check (email is null or status in ('pending', 'revoked')),
  check ((replaced_name is null) = (replaced_at is null)),
  constraint document_shares_assignee foreign key (business_id, assigned_to)
    references business_users (business_id, user_id) on delete set null (assigned_to)
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
-- What was reviewed in a time.
create index document_shares_by_review on document_shares (business_id, reviewed_at) where reviewed_at is not null;
create index document_shares_by_part_of_text on document_shares using gin (search_text gin_trgm_ops)
  where search_text is not null;
create index document_shares_by_creation on document_shares (created_at desc, id desc);
create index document_shares_by_reviewing_key on document_shares (reviewed_by_key)
  where reviewed_by_key is not null;
create index document_shares_by_pair on document_shares using gin (pairs_of(search_text))
  where search_text is not null;
create index document_shares_by_account on document_shares (account_id) where account_id is not null;
create index document_shares_unclaimed on document_shares (email) where email is not null and account_id is null;
create index document_shares_by_assignee on document_shares (business_id, assigned_to, shared_at desc, id desc)
  where assigned_to is not null;
create index document_shares_by_form on document_shares (business_id, form, shared_at desc, id desc)
  where form is not null and status <> 'revoked';
create index document_shares_by_expiration on document_shares (business_id, expires_on, id)
  where expires_on is not null and status <> 'revoked';
create index document_shares_by_rules on document_shares (business_id, shared_at desc, id desc)
  where reviewed_by_rules and status <> 'revoked';
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
-- What is not checked is seen by nobody else, even if there were a share of it.
create policy documents_received on documents for select to exempta_app using (
  not needs_check
  and (select exempta_business_id()) is not null
  and exists (
    select from document_shares s
    where s.document_id = documents.id and s.business_id = (select exempta_business_id())
      and s.status <> 'revoked'));

-- The history of each share, every view included. Rows are only ever added, and go with their share.
create table share_events (
  id uuid primary key,
  share_id uuid not null references document_shares on delete cascade,
  act text not null
    check (act in (
    'shared', 'reopened', 'viewed', 'downloaded', 'verified', 'rejected', 'review-reopened', 'returned', 'corrected',
    'revoked', 'expired')),
  at timestamptz not null,
  by_kind text not null check (by_kind in ('owner', 'receiver', 'exempta')),
  -- Who of the business; the name is in the erasable table.
  person_id uuid references users on delete set null,
  reason text check (length(reason) between 1 and 500),
  -- What a key does to a share is in its history under the name of the key.
  key_id uuid references api_keys on delete set null,
  -- The name of the document that was replaced.
  document_name text check (length(document_name) between 1 and 200)
);
create index share_events_by_share on share_events (share_id, at desc, id desc);
create index share_events_by_person on share_events (person_id) where person_id is not null;
create index share_events_by_key on share_events (key_id) where key_id is not null;
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
  and (key_id is null or key_id = (select exempta_actor_id()))
);

-- What somebody who proved an address has opened, so that turning pages counts as one view.
create table mail_share_openings (
  viewer_id uuid not null references mail_share_viewers on delete cascade,
  share_id uuid not null references document_shares on delete cascade,
  primary key (viewer_id, share_id)
);
create index mail_share_openings_by_share on mail_share_openings (share_id);
call exempta_protect('mail_share_openings');
revoke all on mail_share_openings from exempta_app;

-- Each walk along the chain and what it found. The head of the last good one is what the next must run through.
create table audit_verifications (
  id uuid primary key,
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null,
  state text not null check (state in ('waiting', 'running', 'intact', 'damaged', 'failed')),
  checked bigint not null default 0,
  unsealed bigint,
  head_position bigint,
  head_hash text check (head_hash ~ '^[0-9a-f]{64}$'),
  bad_entry_id uuid,
  problem text,
  finished_at timestamptz,
  check ((head_position is null) = (head_hash is null)),
  check ((state in ('waiting', 'running')) = (finished_at is null)),
  check ((state = 'damaged') = (problem is not null))
);
create index audit_verifications_by_time on audit_verifications (requested_at desc, id desc);
call exempta_protect('audit_verifications');
revoke all on audit_verifications from exempta_app;
grant select, insert on audit_verifications to exempta_app;
create policy administrators_see_verifications on audit_verifications for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
create policy administrators_ask_for_verifications on audit_verifications for insert to exempta_app
  with check (
    (select exempta_actor_role()) = 'admin' and requested_by = (select exempta_actor_id()) and state = 'waiting');

-- Templates belong to all administrators.
create table report_templates (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 300),
  type text not null
    check (type in ('documents', 'businesses', 'users', 'document_shares', 'business_users')),
  settings jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index report_templates_by_creation on report_templates (created_at desc, id desc);
call exempta_protect('report_templates');
create policy report_templates_of_administrators on report_templates to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

-- Each administrator chooses what is mailed to them.
create table report_schedules (
  template_id uuid not null references report_templates on delete cascade,
  user_id uuid not null references users on delete cascade,
  every text not null check (every in ('daily', 'weekly', 'monthly')),
  next_at timestamptz not null,
  created_at timestamptz not null,
  primary key (template_id, user_id)
);
create index report_schedules_by_user on report_schedules (user_id);
create index report_schedules_by_time on report_schedules (next_at);
call exempta_protect('report_schedules');
create policy report_schedules_own on report_schedules to exempta_app
  using (user_id = (select exempta_actor_id()) and (select exempta_actor_role()) = 'admin')
  with check (user_id = (select exempta_actor_id()) and (select exempta_actor_role()) = 'admin');

-- Live support: threads, what was said in them, the browsers of guests, and who is there right now.
create table chats (
  id uuid primary key,
  -- `mail`: came by the contact form and is answered by mail.
  kind text not null check (kind in ('live', 'mail')),
  user_id uuid references users on delete cascade,
  guest_name text check (length(guest_name) between 1 and 120),
  guest_email citext check (length(guest_email) <= 254),
  subject text check (length(subject) between 1 and 200),
  -- By this the console groups, for display alone: the account, or the address a guest gave.
  session_key text not null generated always as (coalesce(user_id::text, lower(guest_email::text))) stored,
  status text not null default 'open' check (status in ('open', 'closed')),
  assignee_id uuid references users on delete set null,
  last_seq integer not null default 0,
  person_read_seq integer not null default 0,
  agent_read_seq integer not null default 0,
  -- Up to here answers were mailed.
  mailed_seq integer not null default 0,
  automatic_at timestamptz,
  -- Without a message of the person there is nothing to answer, and the console does not show it.
  has_question boolean not null default false,
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  check ((user_id is null) = (guest_email is not null)),
  check ((guest_email is null) = (guest_name is null))
);
create unique index chats_of_user on chats (user_id) where kind = 'live';
create index chats_by_user on chats (user_id) where user_id is not null;
create index chats_by_assignee on chats (assignee_id) where assignee_id is not null;
create index chats_by_age on chats (last_message_at desc, id desc) where has_question;
create index chats_by_key on chats (session_key, last_message_at desc, id desc) where has_question;
create index chats_of_guests_by_age on chats (last_message_at) where user_id is null;
call exempta_protect('chats');
revoke all on chats from exempta_app;
grant select, insert, update on chats to exempta_app;
create policy chats_own on chats to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));
create policy chats_of_agents on chats to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');

create table chat_messages (
  chat_id uuid not null references chats on delete cascade,
  seq integer not null,
  id uuid not null unique,
  -- Chosen by the sender: what is sent again after a cut connection is stored once.
  client_id uuid not null,
  sender text not null check (sender in ('user', 'agent')),
  kind text not null check (kind in ('message', 'note', 'automatic', 'welcome')),
  author_id uuid references users on delete set null,
  -- Of an agent, as it was then; emptied when the account is erased.
  author_name text,
  text text not null check (length(text) between 1 and 4000),
  is_masked boolean not null,
  created_at timestamptz not null,
  primary key (chat_id, seq),
  unique (chat_id, client_id),
  check (sender = 'agent' or kind = 'message')
);
create index chat_messages_by_author on chat_messages (author_id) where author_id is not null;
call exempta_protect('chat_messages');
revoke all on chat_messages from exempta_app;
grant select, insert on chat_messages to exempta_app;
create policy chat_messages_read on chat_messages for select to exempta_app using (
  (select exempta_actor_role()) = 'admin'
  or (kind <> 'note' and exists (
    select from chats c where c.id = chat_id and c.user_id = (select exempta_actor_id())))
);
create policy chat_messages_add on chat_messages for insert to exempta_app with check (
  (sender = 'agent' and (select exempta_actor_role()) = 'admin' and author_id = (select exempta_actor_id()))
  or ((sender = 'user' or kind = 'welcome') and exists (
    select from chats c where c.id = chat_id and c.user_id = (select exempta_actor_id())))
);

-- The browsers in which a guest's thread is open; several, when a link of a mail was followed.
create table chat_guests (
  token_hash bytea primary key check (length(token_hash) = 32),
  chat_id uuid not null references chats on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index chat_guests_by_chat on chat_guests (chat_id);
create index chat_guests_by_end on chat_guests (expires_at);
call exempta_protect('chat_guests');
revoke all on chat_guests from exempta_app;

-- Each process says for whom it holds an open socket, again and again: what it no longer says runs out.
create table chat_presence (
  kind text not null check (kind in ('person', 'agent')),
  -- The thread of a person, or the account of an agent.
  subject_id uuid not null,
  process_id uuid not null,
  until timestamptz not null,
  primary key (kind, subject_id, process_id)
);
create index chat_presence_by_end on chat_presence (kind, until);
call exempta_protect('chat_presence');
revoke all on chat_presence from exempta_app;
grant select on chat_presence to exempta_app;
create policy chat_presence_read on chat_presence for select to exempta_app
  using (kind = 'agent' or (select exempta_actor_role()) = 'admin');

-- Job applications. The résumé is in the file store, under the id of its row.
create table job_applications (
  id uuid primary key,
  position text not null check (position ~ '^[a-z][a-z-]{0,60}$'),
  name text not null,
  email citext not null,
  phone text not null,
  cover_letter text not null,
  state text not null default 'new' check (state in ('new', 'in-review', 'accepted', 'rejected')),
  resume_name text not null,
  resume_type text not null,
  resume_bytes integer not null check (resume_bytes > 0),
  submitted_at timestamptz not null,
  updated_at timestamptz not null,
  account_id uuid
);
create index job_applications_by_time on job_applications (submitted_at, id);
create index job_applications_by_state on job_applications (state, submitted_at, id);
create index job_applications_by_email on job_applications (email);
create index job_applications_by_account on job_applications (account_id) where account_id is not null;
call exempta_protect('job_applications');
revoke all on job_applications from exempta_app;
grant select on job_applications to exempta_app;
create policy of_administrators on job_applications for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');

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
revoke all on api_access from exempta_app;
grant select, insert, update on api_access to exempta_app;
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

-- Calls of the API that name themselves: the same name again is answered as the first time. Kept for a day.
create table idempotent_calls (
  key_id uuid not null references api_keys on delete cascade,
  name text not null check (length(name) between 1 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  taken_at timestamptz not null,
  -- Null while the call is being answered.
  status smallint,
  -- Sealed: the answer may hold what is shown only once.
  answer bytea,
  primary key (key_id, name),
  check ((status is null) = (answer is null))
);
create index idempotent_calls_by_time on idempotent_calls (taken_at);
call exempta_protect('idempotent_calls');
revoke all on idempotent_calls from exempta_app;

create table webhooks (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  url text not null check (length(url) between 1 and 500),
  description text not null check (length(description) <= 200),
  events text[] not null
    check (cardinality(events) > 0 and array_to_string(events, ',') ~ '^[a-z]+\.[a-z]+(,[a-z]+\.[a-z]+)*$'),
  is_active boolean not null default true,
  -- Since when no try has worked, and when the product turned it off for that.
  failing_since timestamptz,
  disabled_at timestamptz,
  old_secret_until timestamptz,
  -- One worker at a time sends to a receiver.
  leased_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_by_business on webhooks (business_id, created_at, id);
create index webhooks_by_old_secret on webhooks (old_secret_until) where old_secret_until is not null;
call exempta_protect('webhooks');
revoke all on webhooks from exempta_app;
grant select on webhooks to exempta_app;
create policy webhooks_of_own_business on webhooks for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- Events hold ids and states; they outlive the document, so that its end can be told.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references businesses on delete cascade,
  type text not null,
  share_id uuid not null,
  document_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null
);
create index webhook_events_by_business on webhook_events (business_id);
create index webhook_events_by_share on webhook_events (share_id);
create index webhook_events_by_age on webhook_events (created_at);
call exempta_protect('webhook_events');
revoke all on webhook_events from exempta_app;
grant select on webhook_events to exempta_app;
create policy webhook_events_of_own_business on webhook_events for select to exempta_app
  using (business_id = (select exempta_business_id()));

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- The order of what is sent about one document.
  seq bigint generated always as identity,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  business_id uuid not null,
  share_id uuid not null,
  type text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
  is_redelivery boolean not null default false,
  attempts integer not null default 0,
  first_tried_at timestamptz,
  next_try_at timestamptz not null,
  delivered_at timestamptz,
  last_status_code integer,
  last_failure text,
  created_at timestamptz not null
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, seq desc);
create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, seq desc);
create index webhook_deliveries_by_share on webhook_deliveries (webhook_id, share_id, seq);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_due on webhook_deliveries (next_try_at, webhook_id) where status = 'pending';
call exempta_protect('webhook_deliveries');
revoke all on webhook_deliveries from exempta_app;
grant select on webhook_deliveries to exempta_app;
create policy webhook_deliveries_of_own_business on webhook_deliveries for select to exempta_app
  using (business_id = (select exempta_business_id()));

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  status_code integer,
  failure text,
  duration_ms integer not null,
  answer text check (length(answer) <= 1024),
  primary key (delivery_id, number)
);
call exempta_protect('webhook_attempts');
revoke all on webhook_attempts from exempta_app;
grant select on webhook_attempts to exempta_app;
create policy webhook_attempts_of_own_business on webhook_attempts for select to exempta_app
  using (exists (select from webhook_deliveries d where d.id = delivery_id));

-- The latest time this installation has seen. Links that were expired then stay expired when the machine's clock
-- is set back, also after a restart.
create table clock_mark (
  latest timestamptz not null
);
create unique index clock_mark_is_one_row on clock_mark ((true));
call exempta_protect('clock_mark');
revoke all on clock_mark from exempta_app, exempta_system;
grant select, insert, update on clock_mark to exempta_system;

create table document_uncertain_areas (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  position integer not null,
  -- The kind of secret that was expected there.
  expected text not null check (expected ~ '^[a-z-]{1,40}$'),
  reason text not null check (reason in ('label-without-value', 'value-not-read', 'paper-without-secret')),
  -- Four corners as shares of the page's width and height.
  quad jsonb not null,
  resolution text check (resolution in ('hidden', 'fine')),
  resolved_at timestamptz,
  primary key (document_id, version, position),
  foreign key (document_id, version, page) references document_pages on delete cascade,
  check ((resolution is null) = (resolved_at is null))
);
call exempta_protect('document_uncertain_areas');
revoke all on document_uncertain_areas from exempta_app;
grant select, update (resolution, resolved_at) on document_uncertain_areas to exempta_app;
-- The owner's alone: recipients of a share do not see them, even after the check.
create policy document_uncertain_areas_own on document_uncertain_areas to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

-- Shares that wait for a corrected document to be ready. The primary key allows one correction of a share at a time.
create table share_corrections (
  share_id uuid primary key references document_shares on delete cascade,
  document_id uuid not null references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  requested_at timestamptz not null
);
create index share_corrections_by_document on share_corrections (document_id);
create index share_corrections_by_owner on share_corrections (owner_id);
call exempta_protect('share_corrections');
create policy share_corrections_own on share_corrections to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from document_shares s where s.id = share_id and s.owner_id = (select exempta_actor_id()))
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

-- What the engine read on the pages of a document: which form it is and what was filled in, of what is not hidden.
create table document_readings (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  -- Code of the form and the page of it; null for pages that are no form we know.
  form text check (form ~ '^[a-z0-9.-]{1,60}$'),
  form_page integer,
  form_confidence real,
  -- Which forms and rules were known at that time.
  knowledge_version text not null,
  read_at timestamptz not null,
  -- Pages that are another kind of paper, such as a W-9.
  not_a_certificate text check (not_a_certificate ~ '^[a-z0-9-]{1,40}$'),
  primary key (document_id, version, page),
  foreign key (document_id, version, page) references document_pages on delete cascade,
  check ((form is null) = (form_page is null) and (form is null) = (form_confidence is null)),
  check (form is null or not_a_certificate is null)
);
call exempta_protect('document_readings');
revoke all on document_readings from exempta_app;
grant select on document_readings to exempta_app;
create policy document_readings_own on document_readings to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));
-- Of the version that it can open, and only while the document is shared with it.
create policy document_readings_received on document_readings for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (
    select from documents d where d.id = document_id and d.version = document_readings.version));

create table document_fields (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  name text not null check (name ~ '^[a-z-]{1,40}$'),
  -- Counts fields of the same name on a page, from 0.
  position integer not null,
  value text not null check (length(value) between 1 and 300),
  -- The state that a number is for.
  state text check (state ~ '^[A-Z]{2}$'),
  confidence real not null,
  is_sure boolean not null,
  -- Four corners as shares of the page's width and height.
  quad jsonb not null,
  primary key (document_id, version, page, name, position),
  foreign key (document_id, version, page) references document_readings on delete cascade
);
call exempta_protect('document_fields');
revoke all on document_fields from exempta_app;
grant select on document_fields to exempta_app;
create policy document_fields_own on document_fields to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));
create policy document_fields_received on document_fields for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (
    select from documents d where d.id = document_id and d.version = document_fields.version));

-- Notes and files that administrators keep about a business. A file is in the file store, under the id of its row.
create table business_evidence (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  note text not null check (length(note) <= 2000),
  file_name text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_bytes integer check (file_bytes > 0),
  -- Null when the account of the administrator is gone; the evidence stays with the business.
  added_by uuid references users on delete set null,
  added_at timestamptz not null,
  check ((file_name is null) = (file_type is null) and (file_name is null) = (file_bytes is null)),
  check (note <> '' or file_name is not null)
);
create index business_evidence_by_business on business_evidence (business_id, added_at desc, id desc);
create index business_evidence_by_administrator on business_evidence (added_by) where added_by is not null;
call exempta_protect('business_evidence');
revoke all on business_evidence from exempta_app;
grant select on business_evidence to exempta_app;
create policy of_administrators on business_evidence for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');

-- Administrators who have switched themselves away from live support. All others count as present while a page is open.
create table chat_away (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null
);
call exempta_protect('chat_away');
revoke all on chat_away from exempta_app;
grant select on chat_away to exempta_app;
create policy of_administrators on chat_away for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');

-- What a change replaced and with what. Apart from the chained rows, because values can be personal and must be erasable.
create table audit_changes (
  entry_id uuid not null references audit_entries,
  field text not null check (field ~ '^[A-Za-z][A-Za-z0-9 .-]{0,63}$'),
  old_value text check (length(old_value) <= 4000),
  new_value text check (length(new_value) <= 4000),
  primary key (entry_id, field)
);
call exempta_protect('audit_changes');
revoke all on audit_changes from exempta_app, exempta_system;
grant select, insert on audit_changes to exempta_app;
grant select, insert, delete on audit_changes to exempta_system;
create policy audit_changes_add on audit_changes for insert to exempta_app with check (true);
create policy audit_changes_read on audit_changes for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');

-- How many minutes of each day the service was running, for the uptime on the About page.
create table uptime_days (
  day date primary key,
  minutes integer not null check (minutes between 1 and 1440),
  first_minute timestamptz not null,
  -- The last minute that was counted, so that none counts twice.
  last_minute timestamptz not null
);
call exempta_protect('uptime_days');
revoke all on uptime_days from exempta_app;

-- What the owner of a document says that the certificate in it says. At most one for each document.
create table exemptions (
  document_id uuid primary key references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- Of the document, when it was confirmed or carried over.
  version integer not null,
  pages integer[] not null check (cardinality(pages) between 1 and 1000),
  form text check (form ~ '^[a-z0-9.-]{1,60}$'),
  purchaser text not null check (length(purchaser) between 1 and 300),
  seller text check (length(seller) between 1 and 300),
  reason text check (reason ~ '^[a-z-]{1,40}$'),
  -- Null when it doesn't say.
  is_blanket boolean,
  has_signature boolean not null,
  signed_on date,
  expires_on date,
  confirmed_at timestamptz not null
);
create index exemptions_by_owner on exemptions (owner_id, document_id);
call exempta_protect('exemptions');
create policy exemptions_own on exemptions to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));
create policy exemptions_received on exemptions for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (select from documents d where d.id = document_id and d.version = exemptions.version));

create table exemption_states (
  document_id uuid not null references exemptions on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  number text check (length(number) between 1 and 300),
  owner_id uuid references users on delete cascade,
  -- The last day it is good for in this state, as far as that is known.
  ends_on date,
  -- When time alone may change that day.
  judge_again_at timestamptz not null default '-infinity',
  knowledge_version text not null default '',
  primary key (document_id, state)
);
create index exemption_states_by_owner on exemption_states (owner_id, state, document_id);
create index exemption_states_by_owner_end on exemption_states (owner_id, ends_on, document_id) where ends_on is not null;
create index exemption_states_by_end on exemption_states (ends_on, document_id) where ends_on is not null;
create index exemption_states_due on exemption_states (judge_again_at);
create index exemption_states_by_knowledge on exemption_states (knowledge_version);
call exempta_protect('exemption_states');
create policy exemption_states_own on exemption_states to exempta_app
  using (exists (
    select from exemptions e where e.document_id = exemption_states.document_id
      and e.owner_id = (select exempta_actor_id())))
  with check (exists (
    select from exemptions e where e.document_id = exemption_states.document_id
      and e.owner_id = (select exempta_actor_id())));
create policy exemption_states_received on exemption_states for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (select from exemptions e where e.document_id = exemption_states.document_id));

-- A certificate can be for several states. Only live shares are here.
create table share_states (
  share_id uuid not null references document_shares on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  business_id uuid not null references businesses on delete cascade,
  shared_at timestamptz not null,
  primary key (share_id, state)
);
create index share_states_by_business on share_states (business_id, state, shared_at desc, share_id desc);
call exempta_protect('share_states');
revoke all on share_states from exempta_app;
grant select on share_states to exempta_app;
create policy share_states_received on share_states for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- Whether a purchase is covered: the customers of a business, what they are found by, and the answer for each share and
-- state, kept when something changes, so that lists need not ask the rules for each certificate.

-- Where a business sells. The state of a location is the first one that the counter page asks about.
create table business_locations (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  name text not null check (length(name) between 1 and 100),
  state text not null check (state ~ '^[A-Z]{2}$'),
  created_at timestamptz not null
);
create unique index business_locations_by_name on business_locations (business_id, lower(name));
call exempta_protect('business_locations');
create policy business_locations_own on business_locations to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- A buyer, as the certificates of one account name it. An account can hold certificates of several buyers.
create table coverage_customers (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 300),
  email text not null,
  unique (business_id, owner_id, name)
);
create index coverage_customers_by_owner on coverage_customers (owner_id);
-- Both sides of a share change what it covers: the owner by sharing and confirming, the business by reviewing.
call exempta_protect('coverage_customers');
create policy coverage_customers_of_both on coverage_customers to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()))
  with check (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()));

-- Words that a customer is found by when they are typed from their beginning. The collation makes that one range of
-- the index, so a search costs the same however many customers there are.
create table coverage_terms (
  business_id uuid not null,
  term text collate "C" not null check (length(term) between 1 and 320),
  customer_id uuid not null references coverage_customers on delete cascade,
  primary key (business_id, term, customer_id)
);
create index coverage_terms_by_customer on coverage_terms (customer_id);
call exempta_protect('coverage_terms');
create policy coverage_terms_of_both on coverage_terms to exempta_app
  using (business_id = (select exempta_business_id())
    or exists (select from coverage_customers c where c.id = customer_id))
  with check (exists (
    select from coverage_customers c where c.id = customer_id and c.business_id = coverage_terms.business_id));

create table coverage_index (
  share_id uuid not null references document_shares on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  business_id uuid not null references businesses on delete cascade,
  owner_id uuid not null references users on delete cascade,
  customer_id uuid not null references coverage_customers on delete cascade,
  customer_name text collate "C" not null,
  verdict text not null check (verdict in ('covered', 'check', 'not-covered')),
  ends_on date,
  -- The last recorded sale that relied on it.
  last_purchase_on date,
  -- When time alone may change the verdict.
  judge_again_at timestamptz not null,
  knowledge_version text not null,
  primary key (share_id, state)
);
create index coverage_index_by_customer on coverage_index (customer_id, share_id);
create index coverage_index_by_name on coverage_index (business_id, customer_name, share_id, state);
create index coverage_index_by_verdict on coverage_index (business_id, verdict, customer_name, share_id, state);
create index coverage_index_by_state on coverage_index (business_id, state, customer_name, share_id);
create index coverage_index_by_end on coverage_index (business_id, ends_on) where ends_on is not null;
create index coverage_index_by_owner on coverage_index (owner_id);
create index coverage_index_due on coverage_index (judge_again_at);
create index coverage_index_by_knowledge on coverage_index (knowledge_version);
create index coverage_index_by_end_alone on coverage_index (ends_on, business_id) where ends_on is not null;
call exempta_protect('coverage_index');
create policy coverage_index_of_both on coverage_index to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()))
  with check (
    business_id = (select exempta_business_id())
    or (owner_id = (select exempta_actor_id()) and exists (
      select from document_shares s where s.id = share_id and s.business_id = coverage_index.business_id)));

-- Receipts of what was answered at a sale, and the rules that were asked, so that an answer can be explained years later.

-- Everything that was known when a receipt was saved; one row for each version that a receipt names.
create table coverage_rules (
  knowledge_version text primary key check (knowledge_version ~ '^[0-9a-f]{16}$'),
  states jsonb not null,
  forms jsonb not null,
  first_used_at timestamptz not null
);
call exempta_protect('coverage_rules');
revoke all on coverage_rules from exempta_app, exempta_system;
grant select, insert on coverage_rules to exempta_app;
grant select, insert, delete on coverage_rules to exempta_system;
-- Published rules are nobody's data.
create policy coverage_rules_read on coverage_rules for select to exempta_app using (true);
create policy coverage_rules_add on coverage_rules for insert to exempta_app
  with check ((select exempta_business_id()) is not null);

-- Rows are only ever added. They outlive the share and the customer's account, because the seller has to show later why no
-- tax was charged; what says who the customer was is in the table below and can be erased.
create table coverage_checks (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  code text not null check (code ~ '^[0-9A-Z]{4}-[0-9A-Z]{3}$'),
  customer_id uuid not null,
  share_id uuid,
  state text not null check (state ~ '^[A-Z]{2}$'),
  on_date date not null,
  kind text not null,
  amount_cents bigint check (amount_cents >= 0),
  reference text check (length(reference) between 1 and 100),
  is_own_use boolean not null,
  location_name text check (length(location_name) between 1 and 100),
  verdict text not null check (verdict in ('covered', 'check', 'not-covered')),
  reasons jsonb not null,
  notes text[] not null,
  ends_on date,
  allowed_reason text check (length(allowed_reason) between 1 and 300),
  knowledge_version text not null references coverage_rules,
  refund_of uuid references coverage_checks,
  person_id uuid,
  key_id uuid,
  at timestamptz not null,
  -- Which copy shows what a sale relied on; null where no tax was saved.
  kept_copy_id uuid,
  unique (business_id, code)
);
create index coverage_checks_by_time on coverage_checks (business_id, at desc, id desc);
create index coverage_checks_by_reference on coverage_checks (business_id, upper(reference) collate "C", at desc, id desc)
  where reference is not null;
create index coverage_checks_by_person on coverage_checks (person_id) where person_id is not null;
create index coverage_checks_by_age on coverage_checks (at);
create index coverage_checks_by_refunded on coverage_checks (refund_of) where refund_of is not null;
create index coverage_checks_by_knowledge on coverage_checks (knowledge_version);
create index coverage_checks_by_kept_copy on coverage_checks (kept_copy_id) where kept_copy_id is not null;
-- Receipts of a state, customer by customer.
create index coverage_checks_by_customer on coverage_checks (business_id, state, customer_id, on_date, id);
-- Receipts of a state, day by day.
create index coverage_checks_by_day on coverage_checks (business_id, state, on_date, id);
call exempta_protect('coverage_checks');
-- Only after the years for which receipts are kept.
revoke all on coverage_checks from exempta_app, exempta_system;
grant select, insert on coverage_checks to exempta_app;
grant select, insert, delete on coverage_checks to exempta_system;
create policy coverage_checks_read on coverage_checks for select to exempta_app
  using (business_id = (select exempta_business_id()) or person_id = (select exempta_actor_id()));
create policy coverage_checks_add on coverage_checks for insert to exempta_app with check (
  business_id = (select exempta_business_id())
  and (select exempta_actor_id()) = coalesce(person_id, key_id));

-- Who the customer was, and what the certificate said. Goes with the customer's account.
create table coverage_check_subjects (
  check_id uuid primary key references coverage_checks on delete cascade,
  business_id uuid not null,
  owner_id uuid not null references users on delete cascade,
  customer_name text not null,
  -- What the rules were asked with.
  facts jsonb not null
);
create index coverage_check_subjects_by_owner on coverage_check_subjects (owner_id, check_id);
call exempta_protect('coverage_check_subjects');
revoke all on coverage_check_subjects from exempta_app, exempta_system;
grant select, insert on coverage_check_subjects to exempta_app;
grant select, insert, delete on coverage_check_subjects to exempta_system;
create policy coverage_check_subjects_read on coverage_check_subjects for select to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()));
create policy coverage_check_subjects_add on coverage_check_subjects for insert to exempta_app
  with check (business_id = (select exempta_business_id()));

-- What a business received, counted by day, so that its dashboard and reports need not read every share.
-- A day is counted again from its shares, never corrected: whatever changes a share notes its day, and a job counts the
-- noted days. Until then, whoever reads counts these days from the shares themselves.

-- Several notes of one day are fine: an insert never waits for another one.
create table received_day_notes (
  -- Not a reference: the shares of a business that is deleted leave notes, too.
  business_id uuid not null,
  day date not null
);
create index received_day_notes_by_day on received_day_notes (business_id, day);
call exempta_protect('received_day_notes');
revoke all on received_day_notes from exempta_app;
grant select on received_day_notes to exempta_app;
create policy received_day_notes_own on received_day_notes for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- By the form of the certificate; null for what is not confirmed.
create table received_day_forms (
  business_id uuid not null references businesses on delete cascade,
  day date not null,
  form text,
  pending integer not null,
  verified integer not null,
  rejected integer not null,
  unique nulls not distinct (business_id, day, form)
);
call exempta_protect('received_day_forms');
revoke all on received_day_forms from exempta_app;
grant select on received_day_forms to exempta_app;
create policy received_day_forms_own on received_day_forms for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- By reviewer: a person, an API key, or neither when they are gone.
create table received_day_reviewers (
  business_id uuid not null references businesses on delete cascade,
  day date not null,
  reviewed_by uuid,
  reviewed_by_key uuid,
  verified integer not null,
  rejected integer not null,
  -- How long the reviews took: `reviews[n]` of them took `minutes[n]`, see review_minutes().
  minutes integer[] not null,
  reviews integer[] not null,
  unique nulls not distinct (business_id, day, reviewed_by, reviewed_by_key)
);
call exempta_protect('received_day_reviewers');
revoke all on received_day_reviewers from exempta_app;
grant select on received_day_reviewers to exempta_app;
create policy received_day_reviewers_own on received_day_reviewers for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- One row for each reminder to an owner, written in the transaction that sends it. It belongs to the document, so that
-- confirming the same certificate again doesn't send it again.
create table exemption_reminders (
  document_id uuid not null references documents on delete cascade,
  ends_on date not null,
  -- Days before the certificate expires.
  step smallint not null check (step in (90, 60, 30, 10, 0)),
  owner_id uuid not null references users on delete cascade,
  sent_at timestamptz not null,
  primary key (document_id, ends_on, step)
);
create index exemption_reminders_by_owner on exemption_reminders (owner_id, document_id, ends_on, step);
call exempta_protect('exemption_reminders');
revoke all on exemption_reminders from exempta_app;
grant select on exemption_reminders to exempta_app;
create policy exemption_reminders_own on exemption_reminders for select to exempta_app
  using (owner_id = (select exempta_actor_id()));

-- The same for the businesses that have the certificate. Goes with the share.
create table received_reminders (
  share_id uuid not null references document_shares on delete cascade,
  ends_on date not null,
  step smallint not null check (step in (10, 0)),
  business_id uuid not null references businesses on delete cascade,
  sent_at timestamptz not null,
  primary key (share_id, ends_on, step)
);
create index received_reminders_by_business on received_reminders (business_id);
call exempta_protect('received_reminders');
revoke all on received_reminders from exempta_app;
grant select on received_reminders to exempta_app;
create policy received_reminders_read on received_reminders for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- A new certificate that takes over from an older one, and who agreed to send it to whom.
create table certificate_renewals (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  old_document_id uuid not null references documents on delete cascade,
  new_document_id uuid not null references documents on delete cascade,
  renewed_at timestamptz not null,
  unique (old_document_id, new_document_id),
  check (old_document_id <> new_document_id)
);
create index certificate_renewals_by_owner on certificate_renewals (owner_id, id);
create index certificate_renewals_by_new on certificate_renewals (new_document_id);
call exempta_protect('certificate_renewals');
create policy certificate_renewals_own on certificate_renewals to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and (select count(*) from documents d
      where d.id in (old_document_id, new_document_id) and d.owner_id = (select exempta_actor_id())) = 2);

-- The owner's consent, recipient by recipient. Rows are only ever added, and go with the renewal or the business.
create table renewal_consents (
  renewal_id uuid not null references certificate_renewals on delete cascade,
  business_id uuid not null references businesses on delete cascade,
  consented_at timestamptz not null,
  primary key (renewal_id, business_id)
);
create index renewal_consents_by_business on renewal_consents (business_id);
call exempta_protect('renewal_consents');
revoke all on renewal_consents from exempta_app;
grant select, insert on renewal_consents to exempta_app;
create policy renewal_consents_own on renewal_consents to exempta_app
  using (exists (select from certificate_renewals r where r.id = renewal_id))
  with check (exists (select from certificate_renewals r where r.id = renewal_id));

-- The library of blank forms. They are published by states and are nobody's personal data.
create table blank_forms (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9.]+)*$'),
  -- Names its files in the store: the blank itself and a picture of each page.
  file_id uuid not null unique,
  size_bytes integer not null check (size_bytes > 0),
  -- Of the picture of each page, in pixels.
  pages jsonb not null,
  -- Where the form's fields lie on this blank.
  zones jsonb not null,
  -- Fields that were filled in for a test and could not be read back.
  unread text[] not null default '{}',
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null
);
create index blank_forms_by_uploader on blank_forms (uploaded_by);
call exempta_protect('blank_forms');
revoke all on blank_forms from exempta_app;
grant select on blank_forms to exempta_app;
create policy blank_forms_read on blank_forms for select to exempta_app using (true);

-- Certificates that were filled in here, for which seller, and how their owner signed.
create table filled_certificates (
  document_id uuid primary key references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- Certificates that were signed together.
  batch_id uuid not null,
  business_id uuid not null references businesses on delete cascade,
  -- The certificate that its values came from.
  source_id uuid references documents on delete set null,
  form text not null,
  signature text not null check (signature in ('drawn', 'typed')),
  signed_at timestamptz not null
);
create index filled_certificates_by_owner on filled_certificates (owner_id, document_id);
create index filled_certificates_by_batch on filled_certificates (batch_id);
create index filled_certificates_by_business on filled_certificates (business_id);
create index filled_certificates_by_source on filled_certificates (source_id);
call exempta_protect('filled_certificates');
revoke all on filled_certificates from exempta_app;
grant select, insert on filled_certificates to exempta_app;
create policy filled_certificates_own on filled_certificates to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

-- How many people and documents were added on each day, so that the administrator's dashboard need not count every row.
-- As with the days of a business (0140), a day is counted again and never corrected.
create table added_day_notes (
  kind text not null check (kind in ('user', 'document')),
  day date not null
);
create index added_day_notes_by_day on added_day_notes (kind, day);
call exempta_protect('added_day_notes');
revoke all on added_day_notes from exempta_app;
grant select on added_day_notes to exempta_app;
create policy added_day_notes_of_administrators on added_day_notes for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');

create table added_days (
  kind text not null check (kind in ('user', 'document')),
  day date not null,
  added integer not null,
  primary key (kind, day)
);
call exempta_protect('added_days');
revoke all on added_days from exempta_app;
grant select on added_days to exempta_app;
create policy added_days_of_administrators on added_days for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');

-- Campaigns: a list of customers who are asked for their certificates, at a pace.
create table campaigns (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  name text not null check (length(name) between 1 and 100),
  status text not null check (status in ('draft', 'sending', 'sent', 'closed')),
  message text check (length(message) between 1 and 1000),
  -- The heading of each column of the file, and which column is what.
  columns text[] not null,
  mapping jsonb not null,
  row_count integer not null default 0,
  good_count integer not null default 0,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  closed_at timestamptz
);
create index campaigns_by_business on campaigns (business_id, created_at desc, id desc);
create index campaigns_by_status on campaigns (status, updated_at);
create index campaigns_by_creator on campaigns (created_by) where created_by is not null;
call exempta_protect('campaigns');
create policy campaigns_own on campaigns to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

create table certificate_requests (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  -- `email` is sent to one address, `link` is handed to one customer, `standing` is the QR code of a location.
  kind text not null check (kind in ('email', 'link', 'standing')),
  location_id uuid references business_locations on delete cascade,
  -- Null when it was erased with the account of its owner.
  email citext,
  customer_name text check (length(customer_name) between 1 and 120),
  customer_ref text check (length(customer_ref) between 1 and 100),
  state text check (state ~ '^[A-Z]{2}$'),
  message text check (length(message) between 1 and 1000),
  due_on date,
  -- The newest email that asked, which shows whether it arrived.
  mail_id uuid,
  sent_at timestamptz,
  opened_at timestamptz,
  received_at timestamptz,
  declined_at timestamptz,
  closed_at timestamptz,
  received_count integer not null default 0,
  share_id uuid references document_shares on delete set null,
  user_id uuid references users on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  campaign_id uuid references campaigns on delete cascade,
  sale_on date,
  reminded integer not null default 0 check (reminded <= 4),
  reminded_at timestamptz,
  -- When the next reminder is due; null when there is none.
  remind_on date,
  check ((kind = 'standing') = (location_id is not null))
);
create index certificate_requests_by_business on certificate_requests (business_id, created_at desc, id desc);
create index certificate_requests_by_email on certificate_requests (email) where email is not null;
create index certificate_requests_by_user on certificate_requests (user_id) where user_id is not null;
create index certificate_requests_by_sending on certificate_requests (business_id, sent_at) where sent_at is not null;
create index certificate_requests_by_share on certificate_requests (share_id) where share_id is not null;
create index certificate_requests_by_creator on certificate_requests (created_by) where created_by is not null;
create index certificate_requests_by_age on certificate_requests (updated_at);
create unique index certificate_requests_standing on certificate_requests (location_id) where closed_at is null;
create unique index certificate_requests_of_campaign on certificate_requests (campaign_id, email)
  where campaign_id is not null;
create index certificate_requests_unsent on certificate_requests (campaign_id, id)
  where campaign_id is not null and sent_at is null;
create index certificate_requests_to_remind on certificate_requests (remind_on) where remind_on is not null;
create index certificate_requests_by_reminder on certificate_requests (business_id, reminded_at)
  where reminded_at is not null;
call exempta_protect('certificate_requests');
revoke all on certificate_requests from exempta_app;
grant select, insert, update on certificate_requests to exempta_app;
create policy certificate_requests_own on certificate_requests to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- What one browser prepares for a request. Only the system reads it: there is no one to be logged in as.
create table request_answers (
  id uuid primary key,
  request_id uuid not null references certificate_requests on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The guest that owns the document, or the account that took it over.
  user_id uuid not null references users on delete cascade,
  document_id uuid references documents on delete set null,
  -- Where the code was sent, and the only code that is valid now.
  email citext,
  code_hash bytea check (length(code_hash) = 32),
  code_attempts integer not null default 0,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null
);
create index request_answers_by_request on request_answers (request_id) where sent_at is null;
create index request_answers_by_user on request_answers (user_id);
create index request_answers_by_document on request_answers (document_id) where document_id is not null;
create index request_answers_unsent on request_answers (created_at) where sent_at is null;
call exempta_protect('request_answers');
revoke all on request_answers from exempta_app;

-- Who told a business not to ask again. Only a hash of the address is kept, so that it holds after everything else
-- about the person is erased.
create table request_refusals (
  business_id uuid not null references businesses on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  kind text not null check (kind in ('not-exempt', 'no-email')),
  at timestamptz not null,
  primary key (business_id, address_hash, kind)
);
call exempta_protect('request_refusals');
revoke all on request_refusals from exempta_app;
grant select on request_refusals to exempta_app;
create policy request_refusals_own on request_refusals for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- Lines of the file that cannot be sent, and why.
create table campaign_problems (
  campaign_id uuid not null references campaigns on delete cascade,
  line integer not null check (line > 0),
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  value text check (length(value) <= 200),
  primary key (campaign_id, line)
);
call exempta_protect('campaign_problems');
create policy campaign_problems_own on campaign_problems to exempta_app
  using (exists (
    select from campaigns c where c.id = campaign_id and c.business_id = (select exempta_business_id())))
  with check (exists (
    select from campaigns c where c.id = campaign_id and c.business_id = (select exempta_business_id())));

-- A file that a guest uploads in pieces. Each piece is a stored file `piece-OFFSET` under the upload's id.
create table request_uploads (
  id uuid primary key,
  answer_id uuid not null unique references request_answers on delete cascade,
  name text not null check (length(name) between 1 and 255),
  -- With the name and the size, it tells whether a file that is chosen again is the same.
  modified_at timestamptz not null,
  size_bytes integer not null check (size_bytes > 0),
  received_bytes integer not null default 0 check (received_bytes between 0 and size_bytes),
  created_at timestamptz not null
);
call exempta_protect('request_uploads');
revoke all on request_uploads from exempta_app;

-- The ledger of looked-up numbers: what was checked, where, by whom and with what result; and the public files that
-- numbers are looked up in without leaving the installation.

-- Rows are only ever added. They outlive the share, because the seller has to show later what was looked up; what says
-- whose number it was is in the table below and can be erased.
create table verifications (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  share_id uuid not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('state-site', 'phone', 'irs-file', 'state-file')),
  result text not null check (result in ('active', 'not-active', 'unclear')),
  checked_on date not null,
  -- Null when the number needn't be looked up again.
  due_on date,
  -- Where the state answers, as published on that day.
  source text check (length(source) between 1 and 200),
  -- Of the file that it was found in, or not found in.
  file_date date,
  person_id uuid,
  key_id uuid,
  at timestamptz not null
);
create index verifications_by_share on verifications (share_id, state, at desc, id desc);
create index verifications_by_due on verifications (business_id, due_on, id) where due_on is not null;
create index verifications_by_person on verifications (person_id) where person_id is not null;
create index verifications_by_age on verifications (at);
call exempta_protect('verifications');
-- Only after the years for which receipts are kept.
revoke all on verifications from exempta_app, exempta_system;
grant select, insert on verifications to exempta_app;
grant select, insert, delete on verifications to exempta_system;
create policy verifications_read on verifications for select to exempta_app
  using (business_id = (select exempta_business_id()) or person_id = (select exempta_actor_id()));
create policy verifications_add on verifications for insert to exempta_app with check (
  business_id = (select exempta_business_id())
  and (select exempta_actor_id()) = coalesce(person_id, key_id));
-- The screenshot is stored under the ID of its row, already redacted.
create policy stored_files_of_proofs_read on stored_files for select to exempta_app using (
  rendition = 'proof' and exists (
    select from verifications v where v.id = document_id and v.business_id = (select exempta_business_id())));
create policy stored_files_of_proofs_add on stored_files for insert to exempta_app with check (
  rendition = 'proof' and exists (
    select from verifications v where v.id = document_id and v.business_id = (select exempta_business_id())));

-- Whose number it was. Goes with the customer's account, and its screenshot with it.
create table verification_details (
  verification_id uuid primary key references verifications on delete cascade,
  business_id uuid not null,
  owner_id uuid not null references users on delete cascade,
  number text not null check (length(number) between 1 and 300),
  found_name text check (length(found_name) between 1 and 300),
  note text check (length(note) between 1 and 500),
  proof_type text check (proof_type in ('image/jpeg', 'image/png')),
  proof_bytes integer check (proof_bytes > 0),
  check ((proof_type is null) = (proof_bytes is null))
);
create index verification_details_by_owner on verification_details (owner_id, verification_id);
call exempta_protect('verification_details');
revoke all on verification_details from exempta_app, exempta_system;
grant select, insert on verification_details to exempta_app;
grant select, insert, delete on verification_details to exempta_system;
create policy verification_details_read on verification_details for select to exempta_app
  using (
    business_id = (select exempta_business_id())
    or owner_id = (select exempta_actor_id())
    -- Who wrote the note.
    or exists (
      select from verifications v where v.id = verification_id and v.person_id = (select exempta_actor_id())));
create policy verification_details_add on verification_details for insert to exempta_app
  with check (business_id = (select exempta_business_id()));

-- Public files, brought by whoever runs the installation. One row for each file that is loaded.
create table number_files (
  -- 'irs', or the state whose file it is.
  source text primary key check (source = 'irs' or source ~ '^[A-Z]{2}$'),
  file_date date not null,
  row_count integer not null check (row_count >= 0),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  loaded_at timestamptz not null
);
call exempta_publish_numbers('number_files');

create table irs_organizations (
  ein text not null,
  name text not null,
  city text not null,
  state text not null,
  subsection text not null,
  constraint irs_organizations_pkey primary key (ein)
);
call exempta_publish_numbers('irs_organizations');

create table state_numbers (
  state text not null,
  number text not null,
  name text not null,
  is_active boolean not null,
  constraint state_numbers_pkey primary key (state, number)
);
call exempta_publish_numbers('state_numbers');

-- What a seller relied on for a tax-free sale stays provable: a copy of the redacted certificate, kept for as long as the
-- state asks for it, whatever becomes of the share, the document or the account.
create table kept_copies (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  -- Null once the customer's account is deleted, and the name of the document with it.
  owner_id uuid references users on delete set null,
  document_name text check (length(document_name) between 1 and 200),
  -- The share, the customer and the document may be gone; these only say what belonged together.
  share_id uuid not null,
  customer_id uuid not null,
  document_id uuid not null,
  version integer not null check (version > 0),
  document_type text not null check (document_type in ('application/pdf', 'image/jpeg', 'image/png')),
  -- The redacted file of that version. As long as a copy names it, it can't be deleted.
  file_id uuid not null references stored_files,
  state text not null check (state ~ '^[A-Z]{2}$'),
  first_relied_on date not null,
  last_relied_on date not null,
  -- The last day on which the business may keep it.
  kept_until date not null,
  created_at timestamptz not null,
  -- When the time was over. Only then can the row be deleted.
  ended_at timestamptz,
  unique (business_id, document_id, version, state),
  check (first_relied_on <= last_relied_on and last_relied_on <= kept_until),
  check (owner_id is not null or document_name is null),
  check ((ended_at at time zone 'UTC')::date > kept_until)
);
create index kept_copies_by_state on kept_copies (business_id, state, id);
create index kept_copies_by_owner on kept_copies (owner_id, id) where owner_id is not null;
create index kept_copies_by_share on kept_copies (share_id, state);
create index kept_copies_by_file on kept_copies (file_id);
create index kept_copies_by_end on kept_copies (kept_until);
call exempta_protect('kept_copies');
-- People never write here: keep_relied_copy does, and the job that ends what is over.
revoke all on kept_copies from exempta_app;
grant select on kept_copies to exempta_app;
create policy kept_copies_read on kept_copies for select to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()));

-- Audit binders: what a business hands to an auditor about one state and period, as one signed file.
create table binders (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  -- `outdated`: someone whose certificate is in the file withdrew it or deleted their account, so the file is gone.
  status text not null default 'draft' check (status in ('draft', 'preparing', 'ready', 'failed', 'outdated')),
  has_list boolean not null default false,
  -- As they were when the file was made; until then they are counted when someone looks.
  counts jsonb not null default '{}',
  done_count integer not null default 0 check (done_count >= 0),
  total_count integer not null default 0 check (total_count >= 0),
  size_bytes bigint check (size_bytes > 0),
  -- Those who were asked for a certificate.
  campaign_id uuid references campaigns on delete set null,
  requested_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  -- Receipts that were saved later aren't in the file, so whoever looks at the binder doesn't see them either.
  content_at timestamptz
);
create index binders_by_business on binders (business_id, created_at desc, id desc);
create index binders_by_requester on binders (requested_by) where requested_by is not null;
create index binders_by_campaign on binders (campaign_id) where campaign_id is not null;
create index binders_by_end on binders (expires_at);
create index binders_preparing on binders (updated_at) where status = 'preparing';
call exempta_protect('binders');
create policy binders_own on binders to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- The auditor's list of invoices, a row for each of its lines.
create table binder_sales (
  binder_id uuid not null references binders on delete cascade,
  line integer not null check (line > 0),
  reference text check (length(reference) between 1 and 100),
  -- As references are compared: without regard to upper and lower case.
  reference_key text collate "C",
  customer_name text check (length(customer_name) between 1 and 120),
  email citext,
  sale_on date,
  -- The receipt with the same reference.
  check_id uuid references coverage_checks on delete set null,
  -- The same reference is on an earlier line, which is the one that counts.
  is_twice boolean not null,
  primary key (binder_id, line)
);
create unique index binder_sales_by_reference on binder_sales (binder_id, reference_key)
  where reference_key is not null and not is_twice;
create index binder_sales_by_check on binder_sales (check_id) where check_id is not null;
create index binder_sales_by_email on binder_sales (email) where email is not null;
call exempta_protect('binder_sales');
create policy binder_sales_own on binder_sales to exempta_app
  using (exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())))
  with check (exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())));

-- Keys that sign audit binders. Anyone may know the public half; the private half is among the sealed secrets, under the ID
-- of its key. A key is kept as long as something that it signed may be verified.
create table signing_keys (
  id uuid primary key,
  public_key bytea not null unique check (octet_length(public_key) = 32),
  created_at timestamptz not null
);
call exempta_protect('signing_keys');
revoke all on signing_keys from exempta_app;

-- Whose certificates and receipts the file of a binder holds, so that it ends with them.
create table binder_certificates (
  binder_id uuid not null references binders on delete cascade,
  share_id uuid not null,
  owner_id uuid not null references users on delete cascade,
  -- No sale relied on it, so the business may not keep it after the share.
  ends_with_share boolean not null,
  primary key (binder_id, share_id)
);
create index binder_certificates_by_owner on binder_certificates (owner_id);
create index binder_certificates_by_share on binder_certificates (share_id);
call exempta_protect('binder_certificates');
revoke all on binder_certificates from exempta_app;

create table auditor_grants (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  binder_id uuid not null references binders on delete cascade,
  email citext not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The invitation, which says whether it could be delivered.
  mail_id uuid,
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
create index auditor_grants_by_creator on auditor_grants (created_by) where created_by is not null;
create index auditor_grants_by_end on auditor_grants (least(expires_at, revoked_at));
call exempta_protect('auditor_grants');
-- A business invites and revokes. Only the system looks up tokens and codes.
revoke all on auditor_grants from exempta_app;
grant select (id, business_id, binder_id, email, created_by, created_at, expires_at, revoked_at, last_seen_at),
    insert, update (revoked_at)
  on auditor_grants to exempta_app;
create policy auditor_grants_own on auditor_grants to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()) and exists (
    select from binders b where b.id = binder_id and b.business_id = (select exempta_business_id())));

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

-- Recorded as what it stands for, so that release 0.2.0 can be started again on this database.
insert into kysely_migration (name, timestamp) select name, now()::text from unnest(array[
  '0001-ground', '0002-accounts', '0003-audit', '0004-mail', '0005-files', '0006-settings', '0007-notifications',
  '0008-realtime', '0009-jobs', '0010-businesses', '0011-signing-in', '0012-passkeys', '0014-recovery',
  '0015-ip-lists', '0016-privacy-and-invitations', '0017-documents', '0020-shares', '0021-mail-share-viewers',
  '0022-business-area', '0028-unfinished-versions', '0029-search-of-received-documents', '0030-administration',
  '0032-audit-and-mail-lists', '0033-retention', '0034-reports', '0036-chat', '0037-chat-search',
  '0039-job-applications', '0040-api-keys', '0041-idempotent-calls', '0042-reviews-by-keys-in-reports',
  '0044-webhooks', '0049-search-of-people', '0050-search-in-large-inboxes', '0051-chat-tell', '0052-chat-write',
  '0055-clock-mark', '0057-stamped-files', '0060-accounts-of-addresses', '0061-revealed-emails',
  '0067-chat-in-one-path', '0070-uncertain-areas', '0071-corrected-versions', '0072-emails-about-outcomes',
  '0073-notification-groups', '0074-renamed-documents', '0086-readings', '0087-review-workspace',
  '0088-links-of-invitations', '0093-administered-pages', '0094-agents-away', '0095-audit-changes',
  '0096-service-uptime', '0097-reviews-in-reports', '0099-papers-that-are-no-certificates', '0100-exemptions',
  '0101-received-exemptions', '0102-exemption-events', '0103-received-exemptions-row-by-row',
  '0104-automatic-review', '0105-coverage', '0106-coverage-checks', '0107-coverage-webhooks',
  '0110-confirmed-names', '0111-card-class', '0112-received-days', '0120-reminders', '0121-renewals',
  '0122-blank-forms', '0123-added-days', '0130-requests', '0131-campaigns', '0132-uploads-in-pieces',
  '0140-verification-ledger', '0141-kept-copies', '0143-binders', '0144-signing-keys', '0146-auditors',
  '0147-months', '0148-network-addresses-by-month', '0149-emails-by-month'
]) as name;
