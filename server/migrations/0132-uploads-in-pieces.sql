-- A file that a guest uploads in pieces. Each piece is a stored file `piece-OFFSET` under the upload's id.
create table request_uploads (
  id uuid primary key,
  answer_id uuid not null unique references request_answers on delete cascade,
  name text not null check (length(name) between 1 and 255),
  -- With the name and the size, it tells whether a file that is chosen again is the same.
  modified_at timestamptz not null,
  size_bytes integer not null check (size_bytes > 0),
  received_bytes integer not null default 0 check (received_bytes between 0 and size_bytes),
  created_at timestamptz not null
);
call exempta_protect('request_uploads');
revoke all on request_uploads from exempta_app;

-- The pieces go with the upload, whoever ends it: the guest, the sweep, or the erasure of the account.
create function destroy_pieces_of_upload() returns trigger language plpgsql as $$
begin
  with gone as (delete from stored_files where document_id = old.id returning object_name)
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;
create trigger destroy_pieces_of_upload
  after delete on request_uploads for each row execute function destroy_pieces_of_upload();
