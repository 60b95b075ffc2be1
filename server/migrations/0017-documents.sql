-- Documents: what a person sent, what became of it, and what was hidden where; never what stood there.

create table documents (
  id uuid primary key,
  -- No cascade: a person's files are shredded before the person goes.
  owner_id uuid not null references users,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  status text not null check (status in ('processing', 'processed', 'failed')),
  size_bytes bigint not null check (size_bytes > 0),
  -- Keyed, so that it tells nothing about the content to whoever reads the table.
  content_hash bytea not null check (length(content_hash) = 32),
  card_side text check (card_side in ('front', 'back')),
  is_card boolean not null default false,
  hides_contact_details boolean not null default false,
  keeps_driver_license boolean not null default false,
  has_original boolean not null,
  -- How often the sandbox was given the file; a file that it never survives is given up.
  attempts integer not null default 0,
  page_count integer check (page_count > 0),
  progress_page integer not null default 0,
  -- The version that can be opened; 0 while there is none.
  version integer not null default 0,
  finding_counts jsonb not null default '{}',
  failure text check (failure ~ '^[a-z-]{1,40}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processed_at timestamptz,
  check ((status = 'processed') = (version > 0)),
  check ((status = 'failed') = (failure is not null)),
  check (status <> 'processing' or has_original),
  check (status <> 'processed' or not has_original)
);
create index documents_by_owner on documents (owner_id, created_at desc, id desc);
create index documents_by_owner_status on documents (owner_id, status, created_at desc, id desc);
create index documents_by_owner_name on documents (owner_id, lower(name), id);
create index documents_by_content on documents (owner_id, content_hash);
create index documents_with_original on documents (updated_at) where has_original;
call exempta_protect('documents');
-- The owner's own. Receivers of a share get a policy of their own, for reading, beside this one.
create policy documents_own on documents to exempta_app
  using (owner_id = (select exempta_actor_id())) with check (owner_id = (select exempta_actor_id()));

-- What belongs to a document is seen by whoever sees the document. Only the system writes results.
create table document_versions (
  document_id uuid not null references documents on delete cascade,
  version integer not null check (version > 0),
  -- The areas that the owner blacked out to make this version.
  boxes jsonb not null default '[]',
  size_bytes bigint check (size_bytes > 0),
  created_at timestamptz not null,
  -- Null while it is being made.
  ready_at timestamptz,
  primary key (document_id, version),
  check ((ready_at is null) = (size_bytes is null))
);
call exempta_protect('document_versions');
revoke all on document_versions from exempta_app;
grant select, insert on document_versions to exempta_app;
create policy document_versions_read on document_versions for select to exempta_app
  using (exists (select from documents d where d.id = document_id));
create policy document_versions_ask on document_versions for insert to exempta_app with check (
  ready_at is null and exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id()))
);

create table document_pages (
  document_id uuid not null,
  version integer not null,
  page integer not null check (page > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The picture of the page: which file holds it, and where in it.
  rendition text not null check (rendition in ('redacted', 'pages')),
  type text not null check (type in ('image/jpeg', 'image/png')),
  start_byte bigint not null check (start_byte >= 0),
  end_byte bigint not null check (end_byte > start_byte),
  primary key (document_id, version, page),
  foreign key (document_id, version) references document_versions on delete cascade
);
call exempta_protect('document_pages');
revoke all on document_pages from exempta_app;
grant select on document_pages to exempta_app;
create policy document_pages_read on document_pages for select to exempta_app
  using (exists (select from documents d where d.id = document_id));

create table document_findings (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  position integer not null,
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- Four corners as shares of the page's width and height.
  quad jsonb not null,
  primary key (document_id, version, page, position),
  foreign key (document_id, version, page) references document_pages on delete cascade
);
call exempta_protect('document_findings');
revoke all on document_findings from exempta_app;
grant select on document_findings to exempta_app;
create policy document_findings_read on document_findings for select to exempta_app
  using (exists (select from documents d where d.id = document_id));

-- An owner adds and shreds the files of the own documents. No key can be read back by this role.
grant select (id) on master_keys to exempta_app;
grant select (version) on master_keys to exempta_app;
create policy master_keys_names on master_keys for select to exempta_app using (true);

grant select, insert, delete on stored_files to exempta_app;
create policy stored_files_of_own_documents on stored_files to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())))
  with check (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

grant insert on file_keys to exempta_app;
create policy file_keys_of_own_files on file_keys for insert to exempta_app
  with check (exists (select from stored_files f where f.id = file_id));

grant insert on discarded_objects to exempta_app;
create policy discarded_objects_add on discarded_objects for insert to exempta_app with check (true);
