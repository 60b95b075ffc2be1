-- Certificates that a business adds by itself. They belong to an account that nobody logs in to, like those of guests,
-- and are shared with the business, so that every rule for documents holds for them (0350).
create table business_archives (
  business_id uuid primary key references businesses on delete cascade,
  owner_id uuid not null unique references users on delete cascade,
  created_at timestamptz not null
);
call exempta_protect('business_archives');
revoke insert, update, delete on business_archives from exempta_app;
create policy business_archives_own on business_archives for select to exempta_app
  using (business_id = (select exempta_business_id()) or owner_id = (select exempta_actor_id()));

create table archive_imports (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  status text not null check (status in ('running', 'paused', 'cancelled', 'done')),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  done_at timestamptz
);
create index archive_imports_by_business on archive_imports (business_id, created_at desc, id desc);
create index archive_imports_by_person on archive_imports (created_by);
create index archive_imports_open on archive_imports (updated_at) where status in ('running', 'paused');
call exempta_protect('archive_imports');
create policy archive_imports_own on archive_imports to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- A file arrives in pieces, waits for its turn, is read, and ends in one of the lists. Its pieces are destroyed in the
-- transaction that makes its document.
create table archive_files (
  id uuid primary key,
  import_id uuid not null references archive_imports on delete cascade,
  business_id uuid not null references businesses on delete cascade,
  path text not null check (length(path) between 1 and 500),
  size_bytes bigint not null check (size_bytes >= 0),
  modified_at timestamptz not null,
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  status text not null
    check (status in ('arriving', 'unpacking', 'waiting', 'reading', 'ready', 'look', 'other', 'duplicate', 'refused')),
  question text check (question in ('customer', 'confirm', 'fill', 'check')),
  -- What is quick to answer comes first.
  question_rank smallint not null default 0,
  -- Why it is in its list, where that isn't the question.
  text text,
  document_id uuid references documents on delete set null,
  share_id uuid references document_shares on delete set null,
  pages integer not null default 0,
  settled_at timestamptz,
  created_at timestamptz not null,
  unique (import_id, path, size_bytes, modified_at),
  check ((status = 'look') = (question is not null))
);
create index archive_files_by_list on archive_files (import_id, status, question_rank, id);
create index archive_files_by_business on archive_files (business_id);
create index archive_files_by_document on archive_files (document_id);
create index archive_files_by_share on archive_files (share_id);
create index archive_files_by_time on archive_files (import_id, settled_at) where pages > 0;
call exempta_protect('archive_files');
create policy archive_files_own on archive_files to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));
