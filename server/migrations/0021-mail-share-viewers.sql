-- What somebody who proved an address has opened, so that turning pages counts as one view.
create table mail_share_openings (
  viewer_id uuid not null references mail_share_viewers on delete cascade,
  share_id uuid not null references document_shares on delete cascade,
  primary key (viewer_id, share_id)
);
create index mail_share_openings_by_share on mail_share_openings (share_id);
call exempta_protect('mail_share_openings');
revoke all on mail_share_openings from exempta_app;

-- Open viewers learn at once what changes for them, whoever does it: revoked, deleted, shared anew, a new version.
create function tell_viewers_of_share() returns trigger language plpgsql as $$
begin
  perform pg_notify('exempta_viewers', old.link_id::text);
  return null;
end $$;
create trigger tell_viewers_of_change
  after update of status, link_id, expires_at, can_download, has_watermark on document_shares
  for each row when (old.link_id is not null) execute function tell_viewers_of_share();
create trigger tell_viewers_of_end
  after delete on document_shares
  for each row when (old.link_id is not null) execute function tell_viewers_of_share();

create function tell_viewers_of_version() returns trigger language plpgsql as $$
begin
  perform pg_notify('exempta_viewers', link_id::text)
    from document_shares where document_id = new.id and link_id is not null;
  return null;
end $$;
create trigger tell_viewers_of_version
  after update of version on documents
  for each row when (old.version > 0 and old.version <> new.version)
  execute function tell_viewers_of_version();
