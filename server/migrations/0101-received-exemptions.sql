-- What a business sees of the certificates that it received: what was read, where, and what the owner confirmed.

-- Of the version that it can open, and only while the document is shared with it.
create policy document_readings_received on document_readings for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (
    select from documents d where d.id = document_id and d.version = document_readings.version));
create policy document_fields_received on document_fields for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (
    select from documents d where d.id = document_id and d.version = document_fields.version));
create policy exemptions_received on exemptions for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (select from documents d where d.id = document_id and d.version = exemptions.version));
create policy exemption_states_received on exemption_states for select to exempta_app using (
  (select exempta_business_id()) is not null
  and exists (select from exemptions e where e.document_id = exemption_states.document_id));

-- What lists are filtered by is kept with the share, so that each filter reads one index in the order of the list.
alter table document_shares
  -- Code of the form that the owner confirmed, or 'other' for forms that we don't know; null until then.
  add form text check (form ~ '^[a-z0-9.-]{1,60}$'),
  add expires_on date;
create index document_shares_by_form on document_shares (business_id, form, shared_at desc, id desc)
  where form is not null and status <> 'revoked';
create index document_shares_by_expiration on document_shares (business_id, expires_on, id)
  where expires_on is not null and status <> 'revoked';

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

-- What a share is found by and filtered by. Numbers are found with and without their dashes.
create function facts_of_share(shared_document uuid)
  returns table (search_text text, form text, expires_on date)
  language sql stable
  as $$
  select concat_ws(E'\n', d.name, u.name, u.email, e.purchaser, (
      select string_agg(distinct spelled.number, E'\n')
      from exemption_states n,
        lateral (values (n.number), (regexp_replace(n.number, '[^[:alnum:]]', '', 'g'))) spelled (number)
      where n.document_id = d.id and spelled.number <> '')),
    case when e.document_id is not null then coalesce(e.form, 'other') end, e.expires_on
  from documents d join users u on u.id = d.owner_id left join exemptions e on e.document_id = d.id
  where d.id = shared_document
$$;

create or replace function keep_share_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  select f.search_text, f.form, f.expires_on into new.search_text, new.form, new.expires_on
    from facts_of_share(new.document_id) f;
  return new;
end $$;
-- A corrected document replaces another one under the same share.
create trigger keep_share_search_text_of_correction
  before update of document_id on document_shares
  for each row when (new.business_id is not null and old.document_id <> new.document_id)
  execute function keep_share_search_text();

create or replace function renew_share_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update document_shares s set search_text = (select f.search_text from facts_of_share(s.document_id) f)
    where s.business_id is not null
      and case tg_table_name when 'users' then s.owner_id = new.id else s.document_id = new.id end;
  return null;
end $$;

create function renew_states_of_share() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'UPDATE' then
    delete from share_states where share_id = new.id;
  end if;
  if new.status <> 'revoked' then
    insert into share_states (share_id, state, business_id, shared_at)
      select new.id, x.state, new.business_id, new.shared_at
      from exemption_states x where x.document_id = new.document_id;
  end if;
  return null;
end $$;
create trigger renew_states_of_share
  after insert on document_shares
  for each row when (new.business_id is not null) execute function renew_states_of_share();
create trigger renew_states_of_changed_share
  after update of status, shared_at, document_id on document_shares
  for each row when (
    new.business_id is not null
    and (old.document_id <> new.document_id or old.shared_at <> new.shared_at
      or (old.status = 'revoked') <> (new.status = 'revoked')))
  execute function renew_states_of_share();

-- Once per statement: what was confirmed or withdrawn, in all shares of the document.
create function renew_shares_of_exemption() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update document_shares s set (search_text, form, expires_on) = (
      select f.search_text, f.form, f.expires_on from facts_of_share(s.document_id) f)
    where s.business_id is not null and s.document_id in (select c.document_id from changed c);
  delete from share_states t using document_shares s
    where s.id = t.share_id and s.document_id in (select c.document_id from changed c);
  insert into share_states (share_id, state, business_id, shared_at)
    select s.id, x.state, s.business_id, s.shared_at
    from exemption_states x
      join exemptions e on e.document_id = x.document_id
      join document_shares s on s.document_id = x.document_id
    where x.document_id in (select c.document_id from changed c)
      and s.business_id is not null and s.status <> 'revoked';
  return null;
end $$;
create trigger renew_shares_of_confirmed_exemption
  after insert on exemption_states referencing new table as changed
  for each statement execute function renew_shares_of_exemption();
create trigger renew_shares_of_withdrawn_exemption
  after delete on exemptions referencing old table as changed
  for each statement execute function renew_shares_of_exemption();

grant create on schema public to exempta_system;
alter function facts_of_share(uuid) owner to exempta_system;
alter function renew_states_of_share() owner to exempta_system;
alter function renew_shares_of_exemption() owner to exempta_system;
set local role exempta_system;
revoke execute on function facts_of_share(uuid), renew_states_of_share(), renew_shares_of_exemption() from public;

create or replace view received_search as
  select s.id, s.business_id, s.status, s.shared_at, s.search_text, s.form, s.expires_on
  from document_shares s
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';

create or replace view received_shares as
  select s.id, s.business_id, s.document_id, s.status, s.shared_at, s.reviewed_at, s.reviewed_by, s.reject_reason,
    d.name as document_name, d.type as document_type, u.name as owner_name,
    k.name || ' (API key)' as reviewing_key, s.form, s.expires_on, (
      select string_agg(x.state, ', ' order by x.state)
      from exemption_states x where x.document_id = s.document_id) as states, (
      select string_agg(x.number, ', ' order by x.state)
      from exemption_states x where x.document_id = s.document_id) as numbers
  from document_shares s
    left join documents d on d.id = s.document_id
    left join users u on u.id = s.owner_id
    left join api_keys k on k.id = s.reviewed_by_key
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';

create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.replaced_name, s.replaced_rejected_at,
    s.assigned_to, a.name as assignee_name, s.form, s.expires_on, e.purchaser, e.confirmed_at, (
      select jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number) order by x.state)
      from exemption_states x where x.document_id = e.document_id) as states
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
    left join users a on a.id = s.assigned_to
    left join exemptions e on e.document_id = d.id and e.version = d.version
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked' and not d.needs_check;
set local role none;
revoke create on schema public from exempta_system;

-- What was confirmed before. As the system role, since row-level security holds for the owner of the tables, too.
set local role exempta_system;
update document_shares s set (search_text, form, expires_on) = (
    select f.search_text, f.form, f.expires_on from facts_of_share(s.document_id) f)
  where s.business_id is not null and exists (select from exemptions e where e.document_id = s.document_id);
insert into share_states (share_id, state, business_id, shared_at)
  select s.id, x.state, s.business_id, s.shared_at
  from exemption_states x join document_shares s on s.document_id = x.document_id
  where s.business_id is not null and s.status <> 'revoked';
set local role none;
