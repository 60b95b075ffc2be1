-- Stamped copies of shared documents are kept as renditions `st-LINK-VIEWER-PAGE`, with the first 16 and 12 digits of the
-- ids. They go with their document and version like every file; here they also go with the share and with the viewer,
-- whoever ends these.
create function destroy_stamps_of_share() returns trigger language plpgsql as $$
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
create trigger destroy_stamps_at_change
  after update of status, link_id, has_watermark, end_noted_at on document_shares
  for each row when (old.link_id is not null) execute function destroy_stamps_of_share();
create trigger destroy_stamps_at_end
  after delete on document_shares
  for each row when (old.link_id is not null) execute function destroy_stamps_of_share();

create function destroy_stamps_of_viewer() returns trigger language plpgsql as $$
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
create trigger destroy_stamps_of_viewer
  after delete on mail_share_viewers for each row execute function destroy_stamps_of_viewer();
