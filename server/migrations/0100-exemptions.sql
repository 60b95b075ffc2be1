-- What the owner of a document says that the certificate in it says. At most one for each document.
create table exemptions (
  document_id uuid primary key references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- Of the document, when it was confirmed or carried over.
  version integer not null,
  pages integer[] not null check (cardinality(pages) between 1 and 1000),
  form text check (form ~ '^[a-z0-9.-]{1,60}$'),
  purchaser text not null check (length(purchaser) between 1 and 300),
  seller text check (length(seller) between 1 and 300),
  reason text check (reason ~ '^[a-z-]{1,40}$'),
  -- Null when it doesn't say.
  is_blanket boolean,
  has_signature boolean not null,
  signed_on date,
  expires_on date,
  confirmed_at timestamptz not null
);
create index exemptions_by_owner on exemptions (owner_id, document_id);
call exempta_protect('exemptions');
create policy exemptions_own on exemptions to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

create table exemption_states (
  document_id uuid not null references exemptions on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  number text check (length(number) between 1 and 300),
  primary key (document_id, state)
);
call exempta_protect('exemption_states');
create policy exemption_states_own on exemption_states to exempta_app
  using (exists (
    select from exemptions e where e.document_id = exemption_states.document_id
      and e.owner_id = (select exempta_actor_id())))
  with check (exists (
    select from exemptions e where e.document_id = exemption_states.document_id
      and e.owner_id = (select exempta_actor_id())));
