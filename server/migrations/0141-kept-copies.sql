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

-- Which copy shows what a sale relied on; null where no tax was saved.
alter table coverage_checks add kept_copy_id uuid;
create index coverage_checks_by_kept_copy on coverage_checks (kept_copy_id) where kept_copy_id is not null;

-- Keeps a copy of what the share shows now, or keeps the one that is there for longer. A share that was revoked adds
-- nothing, but a sale before that day still counts for the copy that is there. is_live says what the sale was judged with.
create function keep_relied_copy(
  new_id uuid, relied_share uuid, is_live boolean, customer uuid, in_state text, relied_on date, until date, now_at timestamptz)
  returns table (copy_id uuid, is_new boolean, is_first boolean)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  shared record;
  kept record;
  file uuid;
begin
  select s.business_id, s.owner_id, s.document_id, s.status, d.version, d.name, d.type into shared
    from document_shares s join documents d on d.id = s.document_id
    where s.id = relied_share and s.business_id = exempta_business_id();
  -- It was shared when the sale was judged, and isn't anymore: the sale has to be judged again.
  if is_live and (not found or shared.status = 'revoked') then
    raise exception 'The certificate changed while it was relied on.' using errcode = 'serialization_failure';
  end if;
  if not found then return; end if;
  select k.id, k.first_relied_on, k.last_relied_on, k.kept_until into kept from kept_copies k
    where k.business_id = shared.business_id and k.state = in_state and k.share_id = relied_share
      and (shared.status = 'revoked' or k.document_id = shared.document_id and k.version = shared.version)
      and k.ended_at is null
    order by k.created_at desc, k.id desc limit 1;
  if found then
    if kept.first_relied_on > relied_on or kept.last_relied_on < relied_on or kept.kept_until < until then
      update kept_copies k set first_relied_on = least(k.first_relied_on, relied_on),
        last_relied_on = greatest(k.last_relied_on, relied_on), kept_until = greatest(k.kept_until, until)
        where k.id = kept.id;
    end if;
    return query select kept.id::uuid, false, false;
    return;
  end if;
  if shared.status = 'revoked' then return; end if;
  -- Whoever deletes the file or replaces the version at the same moment waits for this lock, or has gone first.
  select f.id into file from stored_files f
    where f.document_id = shared.document_id and f.rendition = 'redacted' and f.version = shared.version
    for no key update;
  if not found then
    if exists (select from documents d where d.id = shared.document_id and d.version = shared.version) then
      return;
    end if;
    raise exception 'The certificate changed while it was relied on.' using errcode = 'serialization_failure';
  end if;
  is_first := not exists (
    select from kept_copies k where k.business_id = shared.business_id and k.document_id = shared.document_id);
  insert into kept_copies as k (id, business_id, owner_id, document_name, share_id, customer_id, document_id, version,
      document_type, file_id, state, first_relied_on, last_relied_on, kept_until, created_at)
    values (new_id, shared.business_id, shared.owner_id, shared.name, relied_share, customer, shared.document_id,
      shared.version, shared.type, file, in_state, relied_on, relied_on, until, now_at)
    on conflict (business_id, document_id, version, state) do update
      set first_relied_on = least(k.first_relied_on, excluded.first_relied_on),
        last_relied_on = greatest(k.last_relied_on, excluded.last_relied_on),
        kept_until = greatest(k.kept_until, excluded.kept_until)
    returning k.id into copy_id;
  is_new := copy_id = new_id;
  return next;
end $$;

-- A copy is never shortened, never turned into another one, and deleted only when its time is over or its business is
-- deleted.
create function guard_kept_copy() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'DELETE' then
    if old.ended_at is null and exists (select from businesses b where b.id = old.business_id) then
      raise exception 'This copy is kept until %.', old.kept_until using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if new.kept_until < old.kept_until or old.ended_at is not null
    or (new.id, new.business_id, new.share_id, new.customer_id, new.document_id, new.version, new.document_type,
        new.file_id, new.state, new.created_at)
      is distinct from (old.id, old.business_id, old.share_id, old.customer_id, old.document_id, old.version,
        old.document_type, old.file_id, old.state, old.created_at)
    or (new.owner_id is distinct from old.owner_id and new.owner_id is not null)
  then
    raise exception 'This copy is kept until %.', old.kept_until using errcode = 'restrict_violation';
  end if;
  if new.owner_id is null then new.document_name := null; end if;
  return new;
end $$;

-- Deleting a file that a copy names does nothing: the file loses its document and stays for the copy.
create function keep_relied_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if exists (select from kept_copies k where k.file_id = old.id) then return null; end if;
  return old;
end $$;

-- The last copy takes the file with it, unless the document still shows it.
create function release_kept_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform from stored_files f where f.id = old.file_id for update;
  if exists (select from kept_copies k where k.file_id = old.file_id)
    or exists (select from documents d where d.id = old.document_id and d.version = old.version) then
    return null;
  end if;
  with gone as (
    delete from stored_files where id = old.file_id returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;

grant create on schema public to exempta_system;
alter function keep_relied_copy(uuid, uuid, boolean, uuid, text, date, date, timestamptz) owner to exempta_system;
alter function guard_kept_copy() owner to exempta_system;
alter function keep_relied_file() owner to exempta_system;
alter function release_kept_file() owner to exempta_system;
set local role exempta_system;
revoke execute on function keep_relied_copy(uuid, uuid, boolean, uuid, text, date, date, timestamptz) from public;
grant execute on function keep_relied_copy(uuid, uuid, boolean, uuid, text, date, date, timestamptz) to exempta_app;
revoke execute on function guard_kept_copy() from public;
revoke execute on function keep_relied_file() from public;
revoke execute on function release_kept_file() from public;
set local role none;
revoke create on schema public from exempta_system;

create trigger guard_kept_copy before update or delete on kept_copies
  for each row execute function guard_kept_copy();
create trigger release_kept_file after delete on kept_copies
  for each row execute function release_kept_file();
create trigger keep_relied_file before delete on stored_files
  for each row when (old.rendition = 'redacted') execute function keep_relied_file();
