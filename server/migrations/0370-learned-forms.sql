-- Blanks that an administrator taught this installation: further editions of forms that the release knows (0370).
create table learned_forms (
  -- Also names its files in the store: the blank itself and a picture of each page.
  id uuid primary key,
  -- Of a form that the release knows; null until someone says which one it is.
  form text check (form ~ '^[a-z0-9]+(-[a-z0-9.]+)*$'),
  revision text check (length(revision) between 1 and 40),
  size_bytes integer not null check (size_bytes > 0),
  -- Of the picture of each page, in pixels.
  pages jsonb not null,
  -- Where its fields lie.
  zones jsonb not null,
  -- What recognizes its pages; of none until it's in use.
  fingerprint jsonb not null default '[]',
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  -- Since when files are read with it.
  learned_at timestamptz,
  check (learned_at is null or form is not null)
);
create index learned_forms_by_uploader on learned_forms (uploaded_by);
call exempta_protect('learned_forms');
revoke all on learned_forms from exempta_app;
grant select on learned_forms to exempta_app;
create policy learned_forms_read on learned_forms for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
