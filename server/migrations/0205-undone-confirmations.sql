-- What an owner typed about a certificate before undoing the confirmation, so that it can be confirmed again.
create table undone_confirmations (
  document_id uuid primary key references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  stated jsonb not null,
  undone_at timestamptz not null
);
create index undone_confirmations_by_owner on undone_confirmations (owner_id, document_id);
call exempta_protect('undone_confirmations');
create policy undone_confirmations_own on undone_confirmations to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id()))
  );
