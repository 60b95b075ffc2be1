-- Sums by day. A day is counted again from its rows, never corrected: whatever changes a row notes its day, and a job
-- counts the noted days. Until then, whoever reads counts these days from the rows themselves.

-- Days are those of UTC, as in reports.
create or replace function day_of(moment timestamptz) returns date
  language sql immutable parallel safe
  as $$ select (moment at time zone 'UTC')::date $$;

create or replace function start_of(day date) returns timestamptz
  language sql immutable parallel safe
  as $$ select day::timestamp at time zone 'UTC' $$;

-- How long a review took, rounded down to minutes within the first hour, quarters of an hour within the first day, six
-- hours within ten days, and days after that. So a day has few different durations, and medians need only their number.
create or replace function review_minutes(shared_at timestamptz, reviewed_at timestamptz) returns integer
  language sql immutable parallel safe
  as $$
  select m - m % case when m < 60 then 1 when m < 1440 then 15 when m < 14400 then 360 else 1440 end
  from (select greatest(0, floor(extract(epoch from reviewed_at - shared_at) / 60))::integer) whole (m)
$$;

set local role exempta_system;

create or replace function note_received_day() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op <> 'INSERT' then
    insert into received_day_notes (business_id, day) values (old.business_id, day_of(old.shared_at));
  end if;
  if tg_op = 'INSERT'
    or (tg_op = 'UPDATE' and (new.business_id, day_of(new.shared_at)) <> (old.business_id, day_of(old.shared_at)))
  then
    insert into received_day_notes (business_id, day) values (new.business_id, day_of(new.shared_at));
  end if;
  return null;
end $$;
revoke execute on function note_received_day() from public;

-- The kind is the argument of the trigger.
create or replace function note_added_day() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op <> 'INSERT' then
    insert into added_day_notes (kind, day) values (tg_argv[0], day_of(old.created_at));
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or day_of(new.created_at) <> day_of(old.created_at)) then
    insert into added_day_notes (kind, day) values (tg_argv[0], day_of(new.created_at));
  end if;
  return null;
end $$;
revoke execute on function note_added_day() from public;

create or replace function note_day_of_erased_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into added_day_notes (kind, day)
    select 'user', day_of(created_at) from users where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
revoke execute on function note_day_of_erased_user() from public;

set local role none;

create or replace trigger note_day_of_new_share
  after insert on document_shares
  for each row when (new.business_id is not null) execute function note_received_day();
create or replace trigger note_day_of_changed_share
  after update of business_id, status, shared_at, reviewed_at, reviewed_by, reviewed_by_key, form on document_shares
  for each row when (
    new.business_id is not null
    and (old.status, old.shared_at, old.reviewed_at, old.reviewed_by, old.reviewed_by_key, old.form)
      is distinct from
      (new.status, new.shared_at, new.reviewed_at, new.reviewed_by, new.reviewed_by_key, new.form))
  execute function note_received_day();
create or replace trigger note_day_of_deleted_share
  after delete on document_shares
  for each row when (old.business_id is not null) execute function note_received_day();

create or replace trigger note_day_of_new_user after insert or delete on users
  for each row execute function note_added_day('user');
create or replace trigger note_day_of_changed_user after update of status, created_at on users
  for each row when ((old.status = 'guest') <> (new.status = 'guest') or old.created_at <> new.created_at)
  execute function note_added_day('user');
create or replace trigger note_day_of_new_document after insert or delete on documents
  for each row execute function note_added_day('document');
create or replace trigger note_day_of_changed_document after update of created_at on documents
  for each row when (old.created_at <> new.created_at) execute function note_added_day('document');

create or replace trigger note_day_of_erased_user after insert or delete on account_erasures
  for each row execute function note_day_of_erased_user();
