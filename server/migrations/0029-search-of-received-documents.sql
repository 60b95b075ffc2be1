-- What a business finds a share by, kept with the share: a part of it is looked up in one index, however many
-- documents there are, which no index over three tables could do.
alter table document_shares add search_text text;
update document_shares s set search_text = d.name || E'\n' || u.name || E'\n' || u.email
  from documents d join users u on u.id = d.owner_id
  where d.id = s.document_id and s.business_id is not null;

create function keep_share_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  select d.name || E'\n' || u.name || E'\n' || u.email into new.search_text
    from documents d join users u on u.id = d.owner_id where d.id = new.document_id;
  return new;
end $$;
create function renew_share_search_text() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update document_shares s set search_text = d.name || E'\n' || u.name || E'\n' || u.email
    from documents d join users u on u.id = d.owner_id
    where d.id = s.document_id and s.business_id is not null
      and case tg_table_name when 'users' then s.owner_id = new.id else s.document_id = new.id end;
  return null;
end $$;

-- The condition of the view is the wall. A pattern may look into rows only where no policy is asked for each.
create view received_search as
  select s.id, s.business_id, s.status, s.shared_at, s.search_text
  from document_shares s
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';

grant create on schema public to exempta_system;
alter function keep_share_search_text() owner to exempta_system;
alter function renew_share_search_text() owner to exempta_system;
alter view received_search owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on received_search from exempta_app;
grant select on received_search to exempta_app;

create trigger keep_share_search_text
  before insert on document_shares
  for each row when (new.business_id is not null) execute function keep_share_search_text();
create trigger renew_share_search_text
  after update of name, email on users
  for each row when (old.name <> new.name or old.email <> new.email) execute function renew_share_search_text();
create trigger renew_share_search_text
  after update of name on documents
  for each row when (old.name <> new.name) execute function renew_share_search_text();

create index document_shares_by_part_of_text on document_shares using gin (search_text gin_trgm_ops)
  where search_text is not null;
