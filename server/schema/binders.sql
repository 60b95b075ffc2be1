-- Binders, their files and the auditors who read them.

set local role exempta_system;

-- What a business sees of its auditors. Owned by the system, like business_requests.
create or replace view binder_auditors as
  select g.id, g.binder_id, g.email::text as email, g.created_at, g.expires_at, g.revoked_at, g.last_seen_at,
    u.name as inviter_name, coalesce(m.status = 'failed', false) as is_bounced
  from auditor_grants g
    left join users u on u.id = g.created_by
    left join mails m on m.id = g.mail_id
  where g.business_id = (select exempta_business_id());
grant select on binder_auditors to exempta_app;

-- The file goes with its binder, whoever deletes it or makes it outdated.
create or replace function destroy_binder_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  with gone as (
    delete from stored_files where document_id = old.id and rendition = 'binder' returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;
revoke execute on function destroy_binder_file() from public;

create or replace function notify_auditors_of_binder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform pg_notify('exempta_viewers', id::text) from auditor_grants where binder_id = new.id;
  return null;
end $$;
revoke execute on function notify_auditors_of_binder() from public;

create or replace function notify_auditors_of_business() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform pg_notify('exempta_viewers', id::text) from auditor_grants where business_id = new.id;
  return null;
end $$;
revoke execute on function notify_auditors_of_business() from public;

set local role none;

create or replace trigger destroy_binder_file
  after delete on binders for each row execute function destroy_binder_file();
create or replace trigger destroy_outdated_binder_file
  after update of status on binders
  for each row when (old.status = 'ready' and new.status <> 'ready') execute function destroy_binder_file();

create or replace trigger notify_auditors
  after update of status on binders
  for each row when (old.status <> new.status) execute function notify_auditors_of_binder();

create or replace trigger notify_auditors
  after update of status on businesses
  for each row when (old.status <> new.status) execute function notify_auditors_of_business();

-- Open pages of auditors learn at once that their access ended, however it ended.
create or replace function notify_auditor() returns trigger language plpgsql as $$
begin
  perform pg_notify('exempta_viewers', old.id::text);
  return null;
end $$;

create or replace trigger notify_auditor_of_change
  after update of revoked_at, expires_at on auditor_grants for each row execute function notify_auditor();
create or replace trigger notify_auditor_of_end
  after delete on auditor_grants for each row execute function notify_auditor();
