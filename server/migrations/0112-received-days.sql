-- What a business received, counted by day, so that its dashboard and reports need not read every share.
--
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

-- Days are those of UTC, as in reports.
create function day_of(moment timestamptz) returns date
  language sql immutable parallel safe
  as $$ select (moment at time zone 'UTC')::date $$;
create function start_of(day date) returns timestamptz
  language sql immutable parallel safe
  as $$ select day::timestamp at time zone 'UTC' $$;

-- How long a review took, rounded down to minutes within the first hour, quarters of an hour within the first day, six
-- hours within ten days, and days after that. So a day has few different durations, and medians need only their number.
create function review_minutes(shared_at timestamptz, reviewed_at timestamptz) returns integer
  language sql immutable parallel safe
  as $$
  select m - m % case when m < 60 then 1 when m < 1440 then 15 when m < 14400 then 360 else 1440 end
  from (select greatest(0, floor(extract(epoch from reviewed_at - shared_at) / 60))::integer) whole (m)
$$;

create function note_received_day() returns trigger
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
create trigger note_day_of_new_share
  after insert on document_shares
  for each row when (new.business_id is not null) execute function note_received_day();
create trigger note_day_of_changed_share
  after update of business_id, status, shared_at, reviewed_at, reviewed_by, reviewed_by_key, form on document_shares
  for each row when (
    new.business_id is not null
    and (old.status, old.shared_at, old.reviewed_at, old.reviewed_by, old.reviewed_by_key, old.form)
      is distinct from
      (new.status, new.shared_at, new.reviewed_at, new.reviewed_by, new.reviewed_by_key, new.form))
  execute function note_received_day();
create trigger note_day_of_deleted_share
  after delete on document_shares
  for each row when (old.business_id is not null) execute function note_received_day();

grant create on schema public to exempta_system;
alter function note_received_day() owner to exempta_system;
set local role exempta_system;
revoke execute on function note_received_day() from public;

create or replace view received_shares as
  select s.id, s.business_id, s.document_id, s.status, s.shared_at, s.reviewed_at, s.reviewed_by, s.reject_reason,
    d.name as document_name, d.type as document_type, u.name as owner_name,
    k.name || ' (API key)' as reviewing_key, s.form, s.expires_on, (
      select string_agg(x.state, ', ' order by x.state)
      from exemption_states x where x.document_id = s.document_id) as states, (
      select string_agg(x.number, ', ' order by x.state)
      from exemption_states x where x.document_id = s.document_id) as numbers,
    s.reviewed_by_key
  from document_shares s
    left join documents d on d.id = s.document_id
    left join users u on u.id = s.owner_id
    left join api_keys k on k.id = s.reviewed_by_key
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';
-- The names of keys in reports, which every member reads. Owned by the system, so the condition is the wall.
create view reviewing_keys as
  select k.id, k.name || ' (API key)' as name from api_keys k where k.business_id = (select exempta_business_id());
grant select on reviewing_keys to exempta_app;

-- What was received before.
insert into received_day_notes (business_id, day)
  select distinct business_id, day_of(shared_at) from document_shares where business_id is not null;
set local role none;
revoke create on schema public from exempta_system;
