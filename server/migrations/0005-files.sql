-- Encrypted files: where each one is, its wrapped key, and the ciphertexts that are waiting to be removed.
-- Only the system role sees them; the feature that owns the documents decides who may ask.

-- Names this database's part of the file store, so that two databases with one bucket keep apart.
create table file_space (
  id uuid primary key default gen_random_uuid()
);
create unique index file_space_is_one_row on file_space ((true));
insert into file_space default values;
call exempta_protect('file_space');
revoke all on file_space from exempta_app;

-- One row per master key in use, the highest version being current; the id is derived from the key itself.
create table master_keys (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  version integer generated always as identity unique,
  created_at timestamptz not null
);
call exempta_protect('master_keys');
revoke all on master_keys from exempta_app;

create table stored_files (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null,
  rendition text not null check (rendition ~ '^[a-z][a-z0-9-]{0,39}$'),
  version integer not null check (version >= 1),
  object_name text not null unique,
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null,
  unique (document_id, rendition, version)
);
call exempta_protect('stored_files');
revoke all on stored_files from exempta_app;

-- Deleting the row shreds the file, whatever becomes of its ciphertext.
create table file_keys (
  file_id uuid primary key references stored_files on delete cascade,
  master_key_id text not null references master_keys,
  wrapped_key bytea not null check (octet_length(wrapped_key) = 60)
);
create index file_keys_by_master_key on file_keys (master_key_id, file_id);
call exempta_protect('file_keys');
revoke all on file_keys from exempta_app;

create table discarded_objects (
  object_name text primary key,
  discarded_at timestamptz not null
);
call exempta_protect('discarded_objects');
revoke all on discarded_objects from exempta_app;
