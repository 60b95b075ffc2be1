-- Copies of certificates that a sale relied on.

set local role exempta_system;

-- Keeps a copy of what the share shows now, or keeps the one that is there for longer. A share that was revoked adds
-- nothing, but a sale before that day still counts for the copy that is there. is_live says what the sale was judged with.
create or replace function keep_relied_copy(
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
revoke execute on function keep_relied_copy(uuid, uuid, boolean, uuid, text, date, date, timestamptz) from public;
grant execute on function keep_relied_copy(uuid, uuid, boolean, uuid, text, date, date, timestamptz) to exempta_app;

-- A copy is never shortened, never turned into another one, and deleted only when its time is over or its business is
-- deleted.
create or replace function guard_kept_copy() returns trigger
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
revoke execute on function guard_kept_copy() from public;

-- Deleting a file that a copy names does nothing: the file loses its document and stays for the copy.
create or replace function keep_relied_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if exists (select from kept_copies k where k.file_id = old.id) then return null; end if;
  return old;
end $$;
revoke execute on function keep_relied_file() from public;

-- The last copy takes the file with it, unless the document still shows it.
create or replace function release_kept_file() returns trigger
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
revoke execute on function release_kept_file() from public;

set local role none;

create or replace trigger guard_kept_copy before update or delete on kept_copies
  for each row execute function guard_kept_copy();

create or replace trigger keep_relied_file before delete on stored_files
  for each row when (old.rendition = 'redacted') execute function keep_relied_file();

create or replace trigger release_kept_file after delete on kept_copies
  for each row execute function release_kept_file();
