-- Keys that sign audit binders. Anyone may know the public half; the private half is among the sealed secrets, under the ID
-- of its key. A key is kept as long as something that it signed may be verified.
create table signing_keys (
  id uuid primary key,
  public_key bytea not null unique check (octet_length(public_key) = 32),
  created_at timestamptz not null
);
call exempta_protect('signing_keys');
revoke all on signing_keys from exempta_app;

-- Whose certificates and receipts the file of a binder holds, so that it ends with them.
create table binder_certificates (
  binder_id uuid not null references binders on delete cascade,
  share_id uuid not null,
  owner_id uuid not null references users on delete cascade,
  -- No sale relied on it, so the business may not keep it after the share.
  ends_with_share boolean not null,
  primary key (binder_id, share_id)
);
create index binder_certificates_by_owner on binder_certificates (owner_id);
create index binder_certificates_by_share on binder_certificates (share_id);
call exempta_protect('binder_certificates');
revoke all on binder_certificates from exempta_app;
