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
revoke all on verifications from exempta_app, exempta_system;
grant select, insert on verifications to exempta_app, exempta_system;
-- Only after the years for which receipts are kept.
grant delete on verifications to exempta_system;
create policy verifications_read on verifications for select to exempta_app
  using (business_id = (select exempta_business_id()) or person_id = (select exempta_actor_id()));
create policy verifications_add on verifications for insert to exempta_app with check (
  business_id = (select exempta_business_id())
  and (select exempta_actor_id()) = coalesce(person_id, key_id));

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
grant select, insert on verification_details to exempta_app, exempta_system;
grant delete on verification_details to exempta_system;
create policy verification_details_read on verification_details for select to exempta_app
  using (
    business_id = (select exempta_business_id())
    or owner_id = (select exempta_actor_id())
    -- Who wrote the note.
    or exists (
      select from verifications v where v.id = verification_id and v.person_id = (select exempta_actor_id())));
create policy verification_details_add on verification_details for insert to exempta_app
  with check (business_id = (select exempta_business_id()));

-- The screenshot is stored under the ID of its row, already redacted.
create policy stored_files_of_proofs_read on stored_files for select to exempta_app using (
  rendition = 'proof' and exists (
    select from verifications v where v.id = document_id and v.business_id = (select exempta_business_id())));
create policy stored_files_of_proofs_add on stored_files for insert to exempta_app with check (
  rendition = 'proof' and exists (
    select from verifications v where v.id = document_id and v.business_id = (select exempta_business_id())));

create function destroy_proof() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  with gone as (
    delete from stored_files where document_id = old.verification_id and rendition = 'proof' returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;

-- What the owner of a number may know about who looked it up.
create view looked_up_numbers as
  select v.id, d.owner_id, v.state, v.kind, v.result, v.checked_on, v.at, b.name as business_name
  from verification_details d
    join verifications v on v.id = d.verification_id
    join businesses b on b.id = v.business_id
  where d.owner_id = (select exempta_actor_id());

-- The entries of a business, with the names of who made them. Owned by the system, so the last line is what keeps others
-- out.
create view ledger_entries as
  select v.id, v.business_id, v.share_id, v.state, v.kind, v.result, v.checked_on, v.due_on, v.source, v.file_date, v.at,
    d.number, d.found_name, d.note, d.proof_type, d.proof_bytes,
    coalesce(u.name, k.name || ' (API key)') as checked_by
  from verifications v
    join verification_details d on d.verification_id = v.id
    left join users u on u.id = v.person_id
    left join api_keys k on k.id = v.key_id
  where v.business_id = (select exempta_business_id());

-- Public files, brought by whoever runs the installation. One row for each file that is loaded.
create table number_files (
  -- 'irs', or the state whose file it is.
  source text primary key check (source = 'irs' or source ~ '^[A-Z]{2}$'),
  file_date date not null,
  row_count integer not null check (row_count >= 0),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  loaded_at timestamptz not null
);
create table irs_organizations (
  ein text not null,
  name text not null,
  city text not null,
  state text not null,
  subsection text not null,
  constraint irs_organizations_pkey primary key (ein)
);
create table state_numbers (
  state text not null,
  number text not null,
  name text not null,
  is_active boolean not null,
  constraint state_numbers_pkey primary key (state, number)
);

-- Published data is nobody's: every member of a business may look a number up.
create procedure exempta_publish_numbers(published regclass) language plpgsql as $$
begin
  call exempta_protect(published);
  execute format('revoke all on %s from exempta_app, exempta_system', published);
  execute format('grant select on %s to exempta_app', published);
  execute format('grant select, insert, update, delete on %s to exempta_system', published);
  execute format(
    'create policy numbers_read on %s for select to exempta_app using ((select exempta_business_id()) is not null)',
    published);
end $$;
revoke execute on procedure exempta_publish_numbers(regclass) from public;
call exempta_publish_numbers('number_files');
call exempta_publish_numbers('irs_organizations');
call exempta_publish_numbers('state_numbers');

grant create on schema public to exempta_system;
alter function destroy_proof() owner to exempta_system;
alter view looked_up_numbers owner to exempta_system;
alter view ledger_entries owner to exempta_system;
set local role exempta_system;
revoke execute on function destroy_proof() from public;
-- A number that was looked up and found active counts as verified from that day on. A look-up in the IRS file says
-- nothing about a state's registration, and one that couldn't be told changes nothing.
create or replace view coverage_facts as
  select s.id as share_id, s.business_id, s.owner_id, s.document_id, s.status, s.revoked_at, s.shared_at,
    b.name as business_name, u.name as owner_name, u.email::text as owner_email,
    e.form, e.reason, e.purchaser, e.seller, e.is_blanket, e.has_signature, e.signed_on, e.expires_on,
    (select coalesce(jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number, 'verifiedOn', (
        select case when v.result = 'active' then v.checked_on end
        from verifications v join verification_details n on n.verification_id = v.id
        where v.share_id = s.id and v.state = x.state and n.number = x.number
          and v.kind <> 'irs-file' and v.result <> 'unclear'
        order by v.at desc, v.id desc limit 1)) order by x.state), '[]')
      from exemption_states x where x.document_id = e.document_id) as states
  from document_shares s
    join documents d on d.id = s.document_id and not d.needs_check
    join exemptions e on e.document_id = s.document_id
    join businesses b on b.id = s.business_id
    join users u on u.id = s.owner_id
  where s.business_id = (select exempta_business_id())
    or s.owner_id = (select exempta_actor_id())
    or (select exempta_actor_role()) = 'system';
set local role none;
revoke create on schema public from exempta_system;
revoke all on looked_up_numbers, ledger_entries from exempta_app;
grant select on looked_up_numbers, ledger_entries to exempta_app;

create trigger destroy_proof
  after delete on verification_details
  for each row when (old.proof_type is not null) execute function destroy_proof();
