-- Logging in with the account of a company: whose login is trusted, whom it has let in, and logins under way (0380).
create table sign_on_providers (
  -- The business, or the nil UUID for the administrators, so that the addresses are known before anything is saved.
  id uuid primary key,
  business_id uuid references businesses on delete cascade,
  issuer text not null check (length(issuer) between 1 and 300),
  client_id text not null check (length(client_id) between 1 and 300),
  domains text[] not null check (cardinality(domains) between 1 and 20),
  group_claim text not null check (length(group_claim) between 1 and 100),
  -- Who becomes a manager or, in the provider of the administrators, an administrator.
  manager_groups text[] not null check (cardinality(manager_groups) <= 50),
  -- Who becomes a viewer; empty for everyone else.
  viewer_groups text[] not null check (cardinality(viewer_groups) <= 50),
  is_on boolean not null default false,
  is_required boolean not null default false,
  -- May still log in with a password while the company's account is required.
  emergency_user_id uuid references users on delete set null,
  -- When someone last came back from the provider with these settings; null after the connection changed.
  tried_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (id = coalesce(business_id, '00000000-0000-0000-0000-000000000000')),
  check (is_on or not is_required),
  check (business_id is not null or not is_required)
);
create index sign_on_providers_by_emergency on sign_on_providers (emergency_user_id) where emergency_user_id is not null;
create index sign_on_providers_by_business on sign_on_providers (business_id);
create index sign_on_providers_by_domain on sign_on_providers using gin (domains) where is_on;
call exempta_protect('sign_on_providers');
revoke all on sign_on_providers from exempta_app;

create table sign_on_identities (
  provider_id uuid not null references sign_on_providers on delete cascade,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider_id, issuer, subject),
  unique (provider_id, user_id)
);
create index sign_on_identities_by_user on sign_on_identities (user_id);
call exempta_protect('sign_on_identities');
revoke all on sign_on_identities from exempta_app;

create table sign_on_attempts (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider_id uuid not null references sign_on_providers on delete cascade,
  -- Of a cookie, so that only the browser that started can finish.
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Set when a manager or administrator tries the settings; nobody is logged in then.
  tried_by uuid references users on delete cascade,
  provider_version integer not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index sign_on_attempts_by_provider on sign_on_attempts (provider_id);
create index sign_on_attempts_by_person on sign_on_attempts (tried_by) where tried_by is not null;
create index sign_on_attempts_by_age on sign_on_attempts (expires_at);
call exempta_protect('sign_on_attempts');
revoke all on sign_on_attempts from exempta_app;

-- Logout tokens that were used, so that none works twice.
create table sign_on_logouts (
  token_hash bytea primary key check (length(token_hash) = 32),
  provider_id uuid not null references sign_on_providers on delete cascade,
  expires_at timestamptz not null
);
create index sign_on_logouts_by_provider on sign_on_logouts (provider_id);
create index sign_on_logouts_by_age on sign_on_logouts (expires_at);
call exempta_protect('sign_on_logouts');
revoke all on sign_on_logouts from exempta_app;

alter table sessions
  -- The provider that the person came from, and how the provider names the person and the session.
  add column sign_on_provider_id uuid references sign_on_providers on delete cascade,
  add column sign_on_subject text,
  add column sign_on_session text,
  -- The provider said that a second factor was used.
  add column has_provider_factor boolean not null default false;
create index sessions_by_provider on sessions (sign_on_provider_id, sign_on_subject)
  where sign_on_provider_id is not null;
