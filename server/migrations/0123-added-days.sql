-- How many people and documents were added on each day, so that the administrator's dashboard need not count every row.
-- As with the days of a business (0231), a day is counted again and never corrected.

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

-- The kind is the argument of the trigger.
create function note_added_day() returns trigger
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
create function note_day_of_erased_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into added_day_notes (kind, day)
    select 'user', day_of(created_at) from users where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;

create trigger note_day_of_new_user after insert or delete on users
  for each row execute function note_added_day('user');
create trigger note_day_of_changed_user after update of status, created_at on users
  for each row when ((old.status = 'guest') <> (new.status = 'guest') or old.created_at <> new.created_at)
  execute function note_added_day('user');
create trigger note_day_of_erased_user after insert or delete on account_erasures
  for each row execute function note_day_of_erased_user();
create trigger note_day_of_new_document after insert or delete on documents
  for each row execute function note_added_day('document');
create trigger note_day_of_changed_document after update of created_at on documents
  for each row when (old.created_at <> new.created_at) execute function note_added_day('document');

grant create on schema public to exempta_system;
alter function note_added_day() owner to exempta_system;
alter function note_day_of_erased_user() owner to exempta_system;
set local role exempta_system;
revoke execute on function note_added_day() from public;
revoke execute on function note_day_of_erased_user() from public;
-- What was added before.
insert into added_day_notes (kind, day) select distinct 'user', day_of(created_at) from users;
insert into added_day_notes (kind, day) select distinct 'document', day_of(created_at) from documents;
set local role none;
revoke create on schema public from exempta_system;

-- The same as documents_by_time, which stays.
drop index documents_by_creation;
