-- What a share is found and filtered by, copied from the document, its owner and its certificate.

set local role exempta_system;

-- What a share is found by and filtered by. Numbers are found with and without their dashes.
create or replace function facts_of_share(shared_document uuid)
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
revoke execute on function facts_of_share(uuid) from public;

create or replace function keep_share_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  select f.search_text, f.form, f.expires_on into new.search_text, new.form, new.expires_on
    from facts_of_share(new.document_id) f;
  return new;
end $$;

create or replace function renew_share_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update document_shares s set search_text = (select f.search_text from facts_of_share(s.document_id) f)
    where s.business_id is not null
      and case tg_table_name when 'users' then s.owner_id = new.id else s.document_id = new.id end;
  return null;
end $$;

create or replace function renew_states_of_share() returns trigger
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
revoke execute on function renew_states_of_share() from public;

-- Once per statement: what was confirmed or withdrawn, in all shares of the document.
create or replace function renew_shares_of_exemption() returns trigger
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
revoke execute on function renew_shares_of_exemption() from public;

set local role none;

create or replace trigger keep_share_search_text
  before insert on document_shares
  for each row when (new.business_id is not null) execute function keep_share_search_text();
-- A corrected document replaces another one under the same share.
create or replace trigger keep_share_search_text_of_correction
  before update of document_id on document_shares
  for each row when (new.business_id is not null and old.document_id <> new.document_id)
  execute function keep_share_search_text();

create or replace trigger renew_share_search_text
  after update of name, email on users
  for each row when (old.name <> new.name or old.email <> new.email) execute function renew_share_search_text();
create or replace trigger renew_share_search_text
  after update of name on documents
  for each row when (old.name <> new.name) execute function renew_share_search_text();

create or replace trigger renew_states_of_share
  after insert on document_shares
  for each row when (new.business_id is not null) execute function renew_states_of_share();
create or replace trigger renew_states_of_changed_share
  after update of status, shared_at, document_id on document_shares
  for each row when (
    new.business_id is not null
    and (old.document_id <> new.document_id or old.shared_at <> new.shared_at
      or (old.status = 'revoked') <> (new.status = 'revoked')))
  execute function renew_states_of_share();

create or replace trigger renew_shares_of_confirmed_exemption
  after insert on exemption_states referencing new table as changed
  for each statement execute function renew_shares_of_exemption();
create or replace trigger renew_shares_of_withdrawn_exemption
  after delete on exemptions referencing old table as changed
  for each statement execute function renew_shares_of_exemption();
