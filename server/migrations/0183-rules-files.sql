-- Rules that an administrator loaded without a new release. Published rules are nobody's data.
create table rules_files (
  id uuid primary key,
  version text not null unique check (version ~ '^[0-9a-f]{16}$'),
  title text not null check (length(title) between 2 and 100),
  publisher text not null check (length(publisher) between 2 and 100),
  published_on date not null,
  signed_by text not null,
  -- As it was uploaded, because its signature is of this text.
  content text not null check (length(content) <= 8000000),
  -- What would change if it were activated, counted by a job: null until then.
  preview jsonb not null default 'null',
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  activated_by uuid references users on delete set null,
  activated_at timestamptz,
  is_active boolean not null default false
);
create unique index rules_files_active on rules_files (is_active) where is_active;
create index rules_files_by_uploader on rules_files (uploaded_by);
create index rules_files_by_activator on rules_files (activated_by);
call exempta_protect('rules_files');
revoke all on rules_files from exempta_app;
