-- Shares by email: open pages, stamped copies and openings follow the share.

set local role exempta_system;

-- Someone who has opened the replaced document has not opened the new one.
create or replace function forget_openings_of_share() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from mail_share_openings where share_id = new.id;
  return null;
end $$;
revoke execute on function forget_openings_of_share() from public;

set local role none;

create or replace trigger forget_openings_of_share
  after update of document_id on document_shares
  for each row when (old.document_id <> new.document_id) execute function forget_openings_of_share();

-- Open viewers learn at once what changes for them, whoever does it: revoked, deleted, shared anew, a new version.
create or replace function tell_viewers_of_share() returns trigger language plpgsql as $$
begin
  perform pg_notify('exempta_viewers', old.link_id::text);
  return null;
end $$;

create or replace trigger tell_viewers_of_change
  after update of status, link_id, expires_at, can_download, has_watermark on document_shares
  for each row when (old.link_id is not null) execute function tell_viewers_of_share();
create or replace trigger tell_viewers_of_end
  after delete on document_shares
  for each row when (old.link_id is not null) execute function tell_viewers_of_share();

create or replace function tell_viewers_of_version() returns trigger language plpgsql as $$
begin
  perform pg_notify('exempta_viewers', link_id::text)
    from document_shares where document_id = new.id and link_id is not null;
  return null;
end $$;

create or replace trigger tell_viewers_of_version
  after update of version on documents
  for each row when (old.version > 0 and old.version <> new.version)
  execute function tell_viewers_of_version();
-- People who opened an email link see a document's new name at once.
create or replace trigger tell_viewers_of_name
  after update of name on documents
  for each row when (old.version > 0 and old.name <> new.name)
  execute function tell_viewers_of_version();

-- Stamped copies of shared documents are kept as renditions `st-LINK-VIEWER-PAGE`, with the first 16 and 12 digits of the
-- ids. They go with their document and version like every file; here they also go with the share and with the viewer,
-- whoever ends these.
create or replace function destroy_stamps_of_share() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from stored_files
    where document_id = old.document_id
      and rendition like 'st-' || left(replace(old.link_id::text, '-', ''), 16) || '-%'
    returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;

create or replace trigger destroy_stamps_at_change
  after update of status, link_id, has_watermark, end_noted_at on document_shares
  for each row when (old.link_id is not null) execute function destroy_stamps_of_share();
create or replace trigger destroy_stamps_at_end
  after delete on document_shares
  for each row when (old.link_id is not null) execute function destroy_stamps_of_share();

create or replace function destroy_stamps_of_viewer() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from stored_files f using document_shares s
    where s.link_id = old.link_id and f.document_id = s.document_id
      and f.rendition like 'st-' || left(replace(old.link_id::text, '-', ''), 16)
        || '-' || left(replace(old.id::text, '-', ''), 12) || '-%'
    returning f.object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;

create or replace trigger destroy_stamps_of_viewer
  after delete on mail_share_viewers for each row execute function destroy_stamps_of_viewer();
