-- The whole schema, for reading only: written by `npm run db:types`, run by nothing. Tables come from
-- server/migrations, views, functions and triggers from server/schema. Partitions by month are left out.

-- Tables

create table account_erasures (
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  constraint account_erasures_pkey PRIMARY KEY (user_id),
  constraint account_erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table account_erasures enable row level security;
alter table account_erasures force row level security;
create policy system_sees_all on account_erasures to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER note_day_of_erased_user AFTER INSERT OR DELETE ON public.account_erasures FOR EACH ROW EXECUTE FUNCTION note_day_of_erased_user();
grant delete, insert, select, update on account_erasures to exempta_system;

create table added_day_notes (
  kind text not null,
  day date not null,
  constraint added_day_notes_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'document'::text])))
);
CREATE INDEX added_day_notes_by_day ON public.added_day_notes USING btree (kind, day);
alter table added_day_notes enable row level security;
alter table added_day_notes force row level security;
create policy added_day_notes_of_administrators on added_day_notes for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on added_day_notes to exempta_system
  using (true)
  with check (true);
grant select on added_day_notes to exempta_app;
grant delete, insert, select, update on added_day_notes to exempta_system;

create table added_days (
  kind text not null,
  day date not null,
  added integer not null,
  constraint added_days_pkey PRIMARY KEY (kind, day),
  constraint added_days_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'document'::text])))
);
alter table added_days enable row level security;
alter table added_days force row level security;
create policy added_days_of_administrators on added_days for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on added_days to exempta_system
  using (true)
  with check (true);
grant select on added_days to exempta_app;
grant delete, insert, select, update on added_days to exempta_system;

create table admin_ip_list (
  ranges cidr[] not null,
  updated_at timestamp with time zone not null
);
CREATE UNIQUE INDEX admin_ip_list_is_one_row ON public.admin_ip_list USING btree ((true));
alter table admin_ip_list enable row level security;
alter table admin_ip_list force row level security;
create policy of_administrators on admin_ip_list to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on admin_ip_list to exempta_system
  using (true)
  with check (true);
grant insert, select, update on admin_ip_list to exempta_app;
grant delete, insert, select, update on admin_ip_list to exempta_system;

create table api_access (
  business_id uuid not null,
  state text not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  purpose text not null,
  decided_at timestamp with time zone,
  reason text,
  constraint api_access_pkey PRIMARY KEY (business_id),
  constraint api_access_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint api_access_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint api_access_check CHECK (((state = 'requested'::text) = (decided_at IS NULL))),
  constraint api_access_check1 CHECK (((reason IS NULL) OR (state = ANY (ARRAY['declined'::text, 'withdrawn'::text])))),
  constraint api_access_purpose_check CHECK (((length(purpose) >= 1) AND (length(purpose) <= 1000))),
  constraint api_access_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint api_access_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])))
);
CREATE INDEX api_access_by_person ON public.api_access USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX api_access_by_request ON public.api_access USING btree (requested_at DESC, business_id DESC);
CREATE INDEX api_access_by_state ON public.api_access USING btree (state, requested_at DESC, business_id DESC);
alter table api_access enable row level security;
alter table api_access force row level security;
create policy asked_again_by_own_business on api_access for update to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (state = ANY (ARRAY['declined'::text, 'withdrawn'::text]))))
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (state = 'requested'::text) AND (requested_by = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy asked_by_own_business on api_access for insert to exempta_app
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (state = 'requested'::text) AND (requested_by = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy of_administrators on api_access to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy of_own_business on api_access for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on api_access to exempta_system
  using (true)
  with check (true);
grant insert, select, update on api_access to exempta_app;
grant delete, insert, select, update on api_access to exempta_system;

create table api_keys (
  id uuid not null,
  business_id uuid not null,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  can_review boolean not null,
  ranges cidr[] not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  can_read boolean default true not null,
  can_read_customers boolean default false not null,
  can_write_customers boolean default false not null,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint api_keys_check CHECK ((can_read OR (NOT can_review))),
  constraint api_keys_check1 CHECK ((can_read_customers OR (NOT can_write_customers))),
  constraint api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_keys_prefix_check CHECK ((prefix ~ '^exk_[A-Za-z0-9_-]{6}$'::text))
);
CREATE INDEX api_keys_by_business ON public.api_keys USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX api_keys_by_person ON public.api_keys USING btree (created_by) WHERE (created_by IS NOT NULL);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy of_people_of_the_business on api_keys to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (( SELECT exempta_actor_role() AS exempta_actor_role) = 'business'::text)))
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (( SELECT exempta_actor_role() AS exempta_actor_role) = 'business'::text)));
create policy revoked_by_administrators on api_keys for update to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((revoked_at IS NOT NULL));
create policy seen_by_administrators on api_keys for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on api_keys to exempta_system
  using (true)
  with check (true);
grant insert, select (id, business_id, name, prefix, can_review, ranges, created_by, created_at, expires_at, last_used_at, revoked_at, can_read, can_read_customers, can_write_customers), update (revoked_at) on api_keys to exempta_app;
grant delete, insert, select, update on api_keys to exempta_system;

create table archive_files (
  id uuid not null,
  import_id uuid not null,
  business_id uuid not null,
  path text not null,
  size_bytes bigint not null,
  modified_at timestamp with time zone not null,
  received_bytes bigint default 0 not null,
  status text not null,
  question text,
  question_rank smallint default 0 not null,
  text text,
  document_id uuid,
  share_id uuid,
  pages integer default 0 not null,
  settled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  parts integer[],
  sheet_customer_id uuid,
  constraint archive_files_pkey PRIMARY KEY (id),
  constraint archive_files_import_id_path_size_bytes_modified_at_key UNIQUE (import_id, path, size_bytes, modified_at),
  constraint archive_files_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint archive_files_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint archive_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES archive_imports(id) ON DELETE CASCADE,
  constraint archive_files_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE SET NULL,
  constraint archive_files_sheet_customer_id_fkey FOREIGN KEY (sheet_customer_id) REFERENCES customers(id) ON DELETE SET NULL,
  constraint archive_files_check CHECK (((received_bytes >= 0) AND (received_bytes <= size_bytes))),
  constraint archive_files_check1 CHECK (((status = 'look'::text) = (question IS NOT NULL))),
  constraint archive_files_parts_check CHECK ((((status = 'splitting'::text) = (parts IS NOT NULL)) AND ((cardinality(parts) % 2) = 0))),
  constraint archive_files_path_check CHECK (((length(path) >= 1) AND (length(path) <= 500))),
  constraint archive_files_question_check CHECK ((question = ANY (ARRAY['customer'::text, 'confirm'::text, 'split'::text, 'fill'::text, 'check'::text]))),
  constraint archive_files_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint archive_files_status_check CHECK ((status = ANY (ARRAY['arriving'::text, 'unpacking'::text, 'waiting'::text, 'reading'::text, 'splitting'::text, 'ready'::text, 'look'::text, 'other'::text, 'duplicate'::text, 'refused'::text])))
);
CREATE INDEX archive_files_by_business ON public.archive_files USING btree (business_id);
CREATE INDEX archive_files_by_document ON public.archive_files USING btree (document_id);
CREATE INDEX archive_files_by_list ON public.archive_files USING btree (import_id, status, question_rank, id);
CREATE INDEX archive_files_by_share ON public.archive_files USING btree (share_id);
CREATE INDEX archive_files_by_sheet_customer ON public.archive_files USING btree (sheet_customer_id) WHERE (sheet_customer_id IS NOT NULL);
CREATE INDEX archive_files_by_time ON public.archive_files USING btree (import_id, settled_at) WHERE (pages > 0);
alter table archive_files enable row level security;
alter table archive_files force row level security;
create policy archive_files_own on archive_files to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on archive_files to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER destroy_pieces_of_archive_file AFTER DELETE ON public.archive_files FOR EACH ROW EXECUTE FUNCTION destroy_pieces_of_upload();
grant delete, insert, select, update on archive_files to exempta_app;
grant delete, insert, select, update on archive_files to exempta_system;

create table archive_imports (
  id uuid not null,
  business_id uuid not null,
  status text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  done_at timestamp with time zone,
  origin text default 'business'::text not null,
  constraint archive_imports_pkey PRIMARY KEY (id),
  constraint archive_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint archive_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint archive_imports_origin_check CHECK ((origin = ANY (ARRAY['business'::text, 'email'::text]))),
  constraint archive_imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'cancelled'::text, 'done'::text])))
);
CREATE INDEX archive_imports_by_business ON public.archive_imports USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX archive_imports_by_person ON public.archive_imports USING btree (created_by);
CREATE INDEX archive_imports_open ON public.archive_imports USING btree (updated_at) WHERE (status = ANY (ARRAY['running'::text, 'paused'::text]));
alter table archive_imports enable row level security;
alter table archive_imports force row level security;
create policy archive_imports_own on archive_imports to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on archive_imports to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on archive_imports to exempta_app;
grant delete, insert, select, update on archive_imports to exempta_system;

create table audit_changes (
  entry_id uuid not null,
  field text not null,
  old_value text,
  new_value text,
  constraint audit_changes_pkey PRIMARY KEY (entry_id, field),
  constraint audit_changes_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_changes_field_check CHECK ((field ~ '^[A-Za-z][A-Za-z0-9 .-]{0,63}$'::text)),
  constraint audit_changes_new_value_check CHECK ((length(new_value) <= 4000)),
  constraint audit_changes_old_value_check CHECK ((length(old_value) <= 4000))
);
alter table audit_changes enable row level security;
alter table audit_changes force row level security;
create policy audit_changes_add on audit_changes for insert to exempta_app
  with check (true);
create policy audit_changes_read on audit_changes for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on audit_changes to exempta_system
  using (true)
  with check (true);
grant insert, select on audit_changes to exempta_app;
grant delete, insert, select on audit_changes to exempta_system;

create table audit_entries (
  id uuid not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid,
  actor_role text,
  action text not null,
  target_kind text,
  target_id text,
  result text not null,
  request_id uuid,
  details jsonb not null,
  origin_digest bytea,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_action_check CHECK ((action ~ '^[a-z][a-z.-]{1,63}$'::text)),
  constraint audit_entries_actor_check CHECK ((((actor_id IS NOT NULL) = (actor_kind = ANY (ARRAY['person'::text, 'key'::text]))) AND ((actor_role IS NOT NULL) = (actor_kind = 'person'::text)))),
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'key'::text, 'system'::text, 'anonymous'::text]))),
  constraint audit_entries_actor_role_check CHECK ((actor_role = ANY (ARRAY['user'::text, 'business'::text, 'admin'::text]))),
  constraint audit_entries_check1 CHECK (((target_kind IS NULL) = (target_id IS NULL))),
  constraint audit_entries_origin_digest_check CHECK ((length(origin_digest) = 32)),
  constraint audit_entries_result_check CHECK ((result = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text]))),
  constraint audit_entries_target_id_check CHECK ((target_id ~ '^[A-Za-z0-9._:/-]{1,64}$'::text)),
  constraint audit_entries_target_kind_check CHECK ((target_kind ~ '^[a-z][a-z-]{1,31}$'::text))
);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (action, at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (actor_id, at DESC, id DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entries_by_target ON public.audit_entries USING btree (target_kind, target_id, at DESC, id DESC) WHERE (target_id IS NOT NULL);
CREATE INDEX audit_entries_by_target_kind ON public.audit_entries USING btree (target_kind, at DESC, id DESC) WHERE (target_kind IS NOT NULL);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at DESC, id DESC);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy audit_entries_add on audit_entries for insert to exempta_app
  with check (((NOT (actor_id IS DISTINCT FROM ( SELECT exempta_actor_id() AS exempta_actor_id))) AND (actor_kind =
CASE
    WHEN (( SELECT exempta_actor_id() AS exempta_actor_id) IS NULL) THEN 'anonymous'::text
    WHEN (( SELECT exempta_actor_role() AS exempta_actor_role) = 'key'::text) THEN 'key'::text
    ELSE 'person'::text
END) AND (NOT (actor_role IS DISTINCT FROM
CASE
    WHEN (actor_kind = 'person'::text) THEN ( SELECT exempta_actor_role() AS exempta_actor_role)
    ELSE NULL::text
END))));
create policy audit_entries_of_own_emails on audit_entries for select to exempta_app
  using (((action = 'mail.reveal'::text) AND (target_kind = 'person'::text) AND (target_id = (( SELECT exempta_actor_id() AS exempta_actor_id))::text)));
create policy audit_entries_read on audit_entries for select to exempta_app
  using (((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) OR (actor_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) OR ((actor_kind = 'anonymous'::text) AND (target_kind = 'person'::text) AND (target_id = (( SELECT exempta_actor_id() AS exempta_actor_id))::text))));
create policy system_sees_all on audit_entries to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER await_seal AFTER INSERT ON public.audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION exempta_await_seal();
grant insert, select on audit_entries to exempta_app;
grant insert, select on audit_entries to exempta_system;

create table audit_origins (
  entry_id uuid not null,
  ip inet not null,
  salt bytea not null,
  constraint audit_origins_pkey PRIMARY KEY (entry_id),
  constraint audit_origins_entry_id_fkey1 FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_origins_salt_check CHECK ((length(salt) = 16))
) partition by RANGE (entry_id);
alter table audit_origins enable row level security;
alter table audit_origins force row level security;
create policy audit_origins_add on audit_origins for insert to exempta_app
  with check (true);
create policy audit_origins_read on audit_origins for select to exempta_app
  using ((EXISTS ( SELECT
   FROM audit_entries
  WHERE (audit_entries.id = audit_origins.entry_id))));
create policy system_sees_all on audit_origins to exempta_system
  using (true)
  with check (true);
grant insert, select on audit_origins to exempta_app;
grant delete, insert, select on audit_origins to exempta_system;

create table audit_rehearsals (
  id uuid not null,
  sales_list_id uuid not null,
  seed uuid not null,
  sampled integer not null,
  missing integer not null,
  missing_tax_cents bigint not null,
  projected_tax_cents bigint not null,
  created_at timestamp with time zone not null,
  constraint audit_rehearsals_pkey PRIMARY KEY (id),
  constraint audit_rehearsals_sales_list_id_fkey FOREIGN KEY (sales_list_id) REFERENCES sales_lists(id) ON DELETE CASCADE,
  constraint audit_rehearsals_check CHECK (((missing >= 0) AND (missing <= sampled))),
  constraint audit_rehearsals_missing_tax_cents_check CHECK ((missing_tax_cents >= 0)),
  constraint audit_rehearsals_projected_tax_cents_check CHECK ((projected_tax_cents >= 0)),
  constraint audit_rehearsals_sampled_check CHECK ((sampled >= 0))
);
CREATE INDEX audit_rehearsals_by_list ON public.audit_rehearsals USING btree (sales_list_id, created_at DESC, id DESC);
alter table audit_rehearsals enable row level security;
alter table audit_rehearsals force row level security;
create policy audit_rehearsals_own on audit_rehearsals to exempta_app
  using ((EXISTS ( SELECT
   FROM sales_lists l
  WHERE ((l.id = audit_rehearsals.sales_list_id) AND (l.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))))
  with check ((EXISTS ( SELECT
   FROM sales_lists l
  WHERE ((l.id = audit_rehearsals.sales_list_id) AND (l.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))));
create policy system_sees_all on audit_rehearsals to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on audit_rehearsals to exempta_app;
grant delete, insert, select, update on audit_rehearsals to exempta_system;

create table audit_seals (
  position bigint not null,
  entry_id uuid not null,
  entry_digest bytea not null,
  hash bytea not null,
  constraint audit_seals_pkey PRIMARY KEY ("position"),
  constraint audit_seals_entry_id_key UNIQUE (entry_id),
  constraint audit_seals_entry_digest_check CHECK ((length(entry_digest) = 32)),
  constraint audit_seals_hash_check CHECK ((length(hash) = 32)),
  constraint audit_seals_position_check CHECK (("position" > 0))
);
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy system_sees_all on audit_seals to exempta_system
  using (true)
  with check (true);
grant insert, select on audit_seals to exempta_system;

create table audit_unsealed (
  entry_id uuid not null,
  arrival bigint generated always as identity not null,
  constraint audit_unsealed_pkey PRIMARY KEY (entry_id),
  constraint audit_unsealed_arrival_key UNIQUE (arrival)
);
alter table audit_unsealed enable row level security;
alter table audit_unsealed force row level security;
create policy system_sees_all on audit_unsealed to exempta_system
  using (true)
  with check (true);
grant delete, insert, select on audit_unsealed to exempta_system;

create table audit_verifications (
  id uuid not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  state text not null,
  checked bigint default 0 not null,
  unsealed bigint,
  head_position bigint,
  head_hash text,
  bad_entry_id uuid,
  problem text,
  finished_at timestamp with time zone,
  constraint audit_verifications_pkey PRIMARY KEY (id),
  constraint audit_verifications_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_verifications_check CHECK (((head_position IS NULL) = (head_hash IS NULL))),
  constraint audit_verifications_check1 CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (finished_at IS NULL))),
  constraint audit_verifications_check2 CHECK (((state = 'damaged'::text) = (problem IS NOT NULL))),
  constraint audit_verifications_head_hash_check CHECK ((head_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint audit_verifications_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'intact'::text, 'damaged'::text, 'failed'::text])))
);
CREATE INDEX audit_verifications_by_time ON public.audit_verifications USING btree (requested_at DESC, id DESC);
alter table audit_verifications enable row level security;
alter table audit_verifications force row level security;
create policy administrators_ask_for_verifications on audit_verifications for insert to exempta_app
  with check (((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) AND (requested_by = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (state = 'waiting'::text)));
create policy administrators_see_verifications on audit_verifications for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on audit_verifications to exempta_system
  using (true)
  with check (true);
grant insert, select on audit_verifications to exempta_app;
grant delete, insert, select, update on audit_verifications to exempta_system;

create table auditor_grants (
  id uuid not null,
  business_id uuid not null,
  binder_id uuid not null,
  email citext not null,
  token_hash bytea not null,
  mail_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  code_hash bytea,
  code_attempts integer default 0 not null,
  code_sent_at timestamp with time zone,
  code_expires_at timestamp with time zone,
  constraint auditor_grants_pkey PRIMARY KEY (id),
  constraint auditor_grants_token_hash_key UNIQUE (token_hash),
  constraint auditor_grants_binder_id_fkey FOREIGN KEY (binder_id) REFERENCES binders(id) ON DELETE CASCADE,
  constraint auditor_grants_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint auditor_grants_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint auditor_grants_check CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '90 days'::interval)))),
  constraint auditor_grants_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint auditor_grants_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX auditor_grants_by_binder ON public.auditor_grants USING btree (binder_id, created_at DESC, id DESC);
CREATE INDEX auditor_grants_by_business ON public.auditor_grants USING btree (business_id);
CREATE INDEX auditor_grants_by_creator ON public.auditor_grants USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX auditor_grants_by_email ON public.auditor_grants USING btree (email);
CREATE INDEX auditor_grants_by_end ON public.auditor_grants USING btree (LEAST(expires_at, revoked_at));
alter table auditor_grants enable row level security;
alter table auditor_grants force row level security;
create policy auditor_grants_named on auditor_grants for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy auditor_grants_own on auditor_grants to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (EXISTS ( SELECT
   FROM binders b
  WHERE ((b.id = auditor_grants.binder_id) AND (b.business_id = ( SELECT exempta_business_id() AS exempta_business_id)))))));
create policy system_sees_all on auditor_grants to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER notify_auditor_of_change AFTER UPDATE OF revoked_at, expires_at ON public.auditor_grants FOR EACH ROW EXECUTE FUNCTION notify_auditor();
CREATE TRIGGER notify_auditor_of_end AFTER DELETE ON public.auditor_grants FOR EACH ROW EXECUTE FUNCTION notify_auditor();
grant insert, select (id, business_id, binder_id, email, created_by, created_at, expires_at, revoked_at, last_seen_at), update (revoked_at) on auditor_grants to exempta_app;
grant delete, insert, select, update on auditor_grants to exempta_system;

create table auditor_viewers (
  id uuid not null,
  token_hash bytea not null,
  grant_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint auditor_viewers_pkey PRIMARY KEY (id),
  constraint auditor_viewers_token_hash_key UNIQUE (token_hash),
  constraint auditor_viewers_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES auditor_grants(id) ON DELETE CASCADE,
  constraint auditor_viewers_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX auditor_viewers_by_end ON public.auditor_viewers USING btree (expires_at);
CREATE INDEX auditor_viewers_by_grant ON public.auditor_viewers USING btree (grant_id);
alter table auditor_viewers enable row level security;
alter table auditor_viewers force row level security;
create policy system_sees_all on auditor_viewers to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on auditor_viewers to exempta_system;

create table backup_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint backup_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table backup_codes enable row level security;
alter table backup_codes force row level security;
create policy system_sees_all on backup_codes to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on backup_codes to exempta_system;

create table backups (
  id uuid not null,
  cause text not null,
  requested_by uuid,
  created_at timestamp with time zone not null,
  file_name text not null,
  status text not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  size_bytes bigint,
  row_count bigint,
  file_count bigint,
  missing_file_count bigint,
  failure text,
  test_status text,
  tested_at timestamp with time zone,
  test_failure text,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_file_name_key UNIQUE (file_name),
  constraint backups_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint backups_cause_check CHECK ((cause = ANY (ARRAY['schedule'::text, 'person'::text, 'upgrade'::text]))),
  constraint backups_file_count_check CHECK ((file_count >= 0)),
  constraint backups_file_name_check CHECK ((file_name ~ '^exempta-[0-9TZ-]+\.backup$'::text)),
  constraint backups_missing_file_count_check CHECK ((missing_file_count >= 0)),
  constraint backups_row_count_check CHECK ((row_count >= 0)),
  constraint backups_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint backups_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'made'::text, 'failed'::text]))),
  constraint backups_test_status_check CHECK ((test_status = ANY (ARRAY['waiting'::text, 'running'::text, 'passed'::text, 'failed'::text])))
);
CREATE INDEX backups_by_requester ON public.backups USING btree (requested_by);
CREATE UNIQUE INDEX backups_one_at_a_time ON public.backups USING btree ((true)) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table backups enable row level security;
alter table backups force row level security;
create policy system_sees_all on backups to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on backups to exempta_system;

create table binder_certificates (
  binder_id uuid not null,
  share_id uuid not null,
  owner_id uuid not null,
  ends_with_share boolean not null,
  constraint binder_certificates_pkey PRIMARY KEY (binder_id, share_id),
  constraint binder_certificates_binder_id_fkey FOREIGN KEY (binder_id) REFERENCES binders(id) ON DELETE CASCADE,
  constraint binder_certificates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX binder_certificates_by_owner ON public.binder_certificates USING btree (owner_id);
CREATE INDEX binder_certificates_by_share ON public.binder_certificates USING btree (share_id);
alter table binder_certificates enable row level security;
alter table binder_certificates force row level security;
create policy system_sees_all on binder_certificates to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on binder_certificates to exempta_system;

create table binder_decisions (
  binder_id uuid not null,
  sale_key text not null,
  outcome text not null,
  reasons text[] not null,
  share_id uuid,
  constraint binder_decisions_pkey PRIMARY KEY (binder_id, sale_key),
  constraint binder_decisions_binder_id_fkey FOREIGN KEY (binder_id) REFERENCES binders(id) ON DELETE CASCADE,
  constraint binder_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['covered'::text, 'later'::text, 'part'::text, 'taxed'::text, 'not-covered'::text, 'none'::text])))
);
alter table binder_decisions enable row level security;
alter table binder_decisions force row level security;
create policy binder_decisions_own on binder_decisions for select to exempta_app
  using ((EXISTS ( SELECT
   FROM binders b
  WHERE ((b.id = binder_decisions.binder_id) AND (b.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))));
create policy system_sees_all on binder_decisions to exempta_system
  using (true)
  with check (true);
grant select on binder_decisions to exempta_app;
grant delete, insert, select, update on binder_decisions to exempta_system;

create table binder_sales (
  binder_id uuid not null,
  line integer not null,
  reference text,
  reference_key text,
  customer_name text,
  email citext,
  sale_on date,
  check_id uuid,
  is_twice boolean not null,
  is_taxed boolean,
  customer_number text,
  amount_cents bigint,
  constraint binder_sales_pkey PRIMARY KEY (binder_id, line),
  constraint binder_sales_binder_id_fkey FOREIGN KEY (binder_id) REFERENCES binders(id) ON DELETE CASCADE,
  constraint binder_sales_check_id_fkey FOREIGN KEY (check_id) REFERENCES coverage_checks(id) ON DELETE SET NULL,
  constraint binder_sales_amount_cents_check CHECK (((amount_cents >= '-1000000000000'::bigint) AND (amount_cents <= '1000000000000'::bigint))),
  constraint binder_sales_customer_name_check CHECK (((length(customer_name) >= 1) AND (length(customer_name) <= 120))),
  constraint binder_sales_customer_number_check CHECK (((length(customer_number) >= 1) AND (length(customer_number) <= 60))),
  constraint binder_sales_line_check CHECK ((line > 0)),
  constraint binder_sales_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
);
CREATE INDEX binder_sales_by_check ON public.binder_sales USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX binder_sales_by_email ON public.binder_sales USING btree (email) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX binder_sales_by_reference ON public.binder_sales USING btree (binder_id, reference_key) WHERE ((reference_key IS NOT NULL) AND (NOT is_twice));
alter table binder_sales enable row level security;
alter table binder_sales force row level security;
create policy binder_sales_own on binder_sales to exempta_app
  using ((EXISTS ( SELECT
   FROM binders b
  WHERE ((b.id = binder_sales.binder_id) AND (b.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))))
  with check ((EXISTS ( SELECT
   FROM binders b
  WHERE ((b.id = binder_sales.binder_id) AND (b.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))));
create policy system_sees_all on binder_sales to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on binder_sales to exempta_app;
grant delete, insert, select, update on binder_sales to exempta_system;

create table binders (
  id uuid not null,
  business_id uuid not null,
  state text not null,
  from_on date not null,
  to_on date not null,
  status text default 'draft'::text not null,
  has_list boolean default false not null,
  counts jsonb default '{}'::jsonb not null,
  done_count integer default 0 not null,
  total_count integer default 0 not null,
  size_bytes bigint,
  campaign_id uuid,
  requested_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  content_at timestamp with time zone,
  sales_list_id uuid,
  constraint binders_pkey PRIMARY KEY (id),
  constraint binders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint binders_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL,
  constraint binders_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint binders_sales_list_id_fkey FOREIGN KEY (sales_list_id) REFERENCES sales_lists(id) ON DELETE SET NULL,
  constraint binders_check CHECK ((to_on >= from_on)),
  constraint binders_done_count_check CHECK ((done_count >= 0)),
  constraint binders_size_bytes_check CHECK ((size_bytes > 0)),
  constraint binders_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  constraint binders_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'preparing'::text, 'ready'::text, 'failed'::text, 'outdated'::text]))),
  constraint binders_total_count_check CHECK ((total_count >= 0))
);
CREATE INDEX binders_by_business ON public.binders USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX binders_by_campaign ON public.binders USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX binders_by_end ON public.binders USING btree (expires_at);
CREATE INDEX binders_by_requester ON public.binders USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX binders_by_sales_list ON public.binders USING btree (sales_list_id) WHERE (sales_list_id IS NOT NULL);
CREATE INDEX binders_preparing ON public.binders USING btree (updated_at) WHERE (status = 'preparing'::text);
alter table binders enable row level security;
alter table binders force row level security;
create policy binders_own on binders to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on binders to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER destroy_binder_file AFTER DELETE ON public.binders FOR EACH ROW EXECUTE FUNCTION destroy_binder_file();
CREATE TRIGGER destroy_outdated_binder_file AFTER UPDATE OF status ON public.binders FOR EACH ROW WHEN (((old.status = 'ready'::text) AND (new.status <> 'ready'::text))) EXECUTE FUNCTION destroy_binder_file();
CREATE TRIGGER notify_auditors AFTER UPDATE OF status ON public.binders FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION notify_auditors_of_binder();
grant delete, insert, select, update on binders to exempta_app;
grant delete, insert, select, update on binders to exempta_system;

create table blank_forms (
  code text not null,
  file_id uuid not null,
  size_bytes integer not null,
  pages jsonb not null,
  zones jsonb not null,
  unread text[] default '{}'::text[] not null,
  uploaded_by uuid,
  uploaded_at timestamp with time zone not null,
  constraint blank_forms_pkey PRIMARY KEY (code),
  constraint blank_forms_file_id_key UNIQUE (file_id),
  constraint blank_forms_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint blank_forms_code_check CHECK ((code ~ '^[a-z0-9]+(-[a-z0-9.]+)*$'::text)),
  constraint blank_forms_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX blank_forms_by_uploader ON public.blank_forms USING btree (uploaded_by);
alter table blank_forms enable row level security;
alter table blank_forms force row level security;
create policy blank_forms_read on blank_forms for select to exempta_app
  using (true);
create policy system_sees_all on blank_forms to exempta_system
  using (true)
  with check (true);
grant select on blank_forms to exempta_app;
grant delete, insert, select, update on blank_forms to exempta_system;

create table business_archives (
  business_id uuid not null,
  owner_id uuid not null,
  created_at timestamp with time zone not null,
  email_owner_id uuid,
  constraint business_archives_pkey PRIMARY KEY (business_id),
  constraint business_archives_email_owner_id_key UNIQUE (email_owner_id),
  constraint business_archives_owner_id_key UNIQUE (owner_id),
  constraint business_archives_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint business_archives_email_owner_id_fkey FOREIGN KEY (email_owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint business_archives_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table business_archives enable row level security;
alter table business_archives force row level security;
create policy business_archives_own on business_archives for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy system_sees_all on business_archives to exempta_system
  using (true)
  with check (true);
grant select on business_archives to exempta_app;
grant delete, insert, select, update on business_archives to exempta_system;

create table business_evidence (
  id uuid not null,
  business_id uuid not null,
  note text not null,
  file_name text,
  file_type text,
  file_bytes integer,
  added_by uuid,
  added_at timestamp with time zone not null,
  constraint business_evidence_pkey PRIMARY KEY (id),
  constraint business_evidence_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint business_evidence_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint business_evidence_check CHECK ((((file_name IS NULL) = (file_type IS NULL)) AND ((file_name IS NULL) = (file_bytes IS NULL)))),
  constraint business_evidence_check1 CHECK (((note <> ''::text) OR (file_name IS NOT NULL))),
  constraint business_evidence_file_bytes_check CHECK ((file_bytes > 0)),
  constraint business_evidence_file_type_check CHECK ((file_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  constraint business_evidence_note_check CHECK ((length(note) <= 2000))
);
CREATE INDEX business_evidence_by_administrator ON public.business_evidence USING btree (added_by) WHERE (added_by IS NOT NULL);
CREATE INDEX business_evidence_by_business ON public.business_evidence USING btree (business_id, added_at DESC, id DESC);
alter table business_evidence enable row level security;
alter table business_evidence force row level security;
create policy of_administrators on business_evidence for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on business_evidence to exempta_system
  using (true)
  with check (true);
grant select on business_evidence to exempta_app;
grant delete, insert, select, update on business_evidence to exempta_system;

create table business_invitations (
  id uuid default gen_random_uuid() not null,
  business_id uuid not null,
  email citext not null,
  role text not null,
  invited_by uuid,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  account_id uuid,
  is_link_shown boolean default false not null,
  constraint business_invitations_pkey PRIMARY KEY (id),
  constraint business_invitations_business_id_email_key UNIQUE (business_id, email),
  constraint business_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint business_invitations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint business_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint business_invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'manager'::text])))
);
CREATE INDEX business_invitations_by_account ON public.business_invitations USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX business_invitations_by_email ON public.business_invitations USING btree (email);
CREATE INDEX business_invitations_by_end ON public.business_invitations USING btree (expires_at);
CREATE INDEX business_invitations_by_inviter ON public.business_invitations USING btree (invited_by);
alter table business_invitations enable row level security;
alter table business_invitations force row level security;
create policy of_own_business on business_invitations for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on business_invitations to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER assign_account_of_address BEFORE INSERT ON public.business_invitations FOR EACH ROW EXECUTE FUNCTION assign_account_of_address('email');
grant select on business_invitations to exempta_app;
grant delete, insert, select, update on business_invitations to exempta_system;

create table business_ip_lists (
  business_id uuid not null,
  ranges cidr[] not null,
  updated_at timestamp with time zone not null,
  constraint business_ip_lists_pkey PRIMARY KEY (business_id),
  constraint business_ip_lists_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE
);
alter table business_ip_lists enable row level security;
alter table business_ip_lists force row level security;
create policy of_own_business on business_ip_lists to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on business_ip_lists to exempta_system
  using (true)
  with check (true);
grant insert, select, update on business_ip_lists to exempta_app;
grant delete, insert, select, update on business_ip_lists to exempta_system;

create table business_locations (
  id uuid not null,
  business_id uuid not null,
  name text not null,
  state text not null,
  created_at timestamp with time zone not null,
  kind text,
  constraint business_locations_pkey PRIMARY KEY (id),
  constraint business_locations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint business_locations_kind_check CHECK ((kind = ANY (ARRAY['goods'::text, 'service'::text, 'meals'::text, 'lodging'::text, 'car-rental'::text]))),
  constraint business_locations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint business_locations_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE UNIQUE INDEX business_locations_by_name ON public.business_locations USING btree (business_id, lower(name));
alter table business_locations enable row level security;
alter table business_locations force row level security;
create policy business_locations_own on business_locations to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on business_locations to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on business_locations to exempta_app;
grant delete, insert, select, update on business_locations to exempta_system;

create table business_users (
  id uuid default gen_random_uuid() not null,
  business_id uuid not null,
  user_id uuid not null,
  role text not null,
  status text default 'active'::text not null,
  date_added timestamp with time zone not null,
  last_active timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  mails_new_documents boolean default true not null,
  mails_document_updates boolean default true not null,
  mails_weekly_summary boolean default true not null,
  version integer default 1 not null,
  mails_expirations boolean default true not null,
  constraint business_users_pkey PRIMARY KEY (id),
  constraint business_users_of_business UNIQUE (business_id, user_id),
  constraint business_users_user_id_key UNIQUE (user_id),
  constraint business_users_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint business_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint business_users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'manager'::text]))),
  constraint business_users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text])))
);
CREATE INDEX business_users_by_business ON public.business_users USING btree (business_id, date_added DESC, id DESC);
alter table business_users enable row level security;
alter table business_users force row level security;
create policy own_firm_or_admin on business_users for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text)));
create policy own_mails on business_users for update to exempta_app
  using ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on business_users to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER business_users_version BEFORE UPDATE OF business_id, role, status ON public.business_users FOR EACH ROW EXECUTE FUNCTION move_version_on();
CREATE TRIGGER count_business_users AFTER INSERT OR DELETE OR UPDATE OF business_id ON public.business_users FOR EACH ROW EXECUTE FUNCTION count_business_users();
grant select, update (updated_at, mails_new_documents, mails_document_updates, mails_weekly_summary, mails_expirations) on business_users to exempta_app;
grant delete, insert, select, update on business_users to exempta_system;

create table businesses (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email citext not null,
  status text default 'pending'::text not null,
  verified boolean default false not null,
  business_type text,
  tax_id text,
  phone text,
  website text,
  address text,
  documents_received integer default 0 not null,
  user_count integer default 0 not null,
  date_registered timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  profile_version integer default 1 not null,
  summarized_until timestamp with time zone,
  documents_mailed_until timestamp with time zone,
  reject_reasons text[],
  auto_verifies boolean default false not null,
  trade_names text[] default '{}'::text[] not null,
  constraint businesses_pkey PRIMARY KEY (id),
  constraint businesses_business_type_check CHECK ((business_type = ANY (ARRAY['Retail'::text, 'Healthcare'::text, 'Education'::text, 'Government'::text, 'Nonprofit'::text, 'Other'::text]))),
  constraint businesses_documents_received_check CHECK ((documents_received >= 0)),
  constraint businesses_reject_reasons_check CHECK ((cardinality(reject_reasons) <= 20)),
  constraint businesses_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'pending'::text]))),
  constraint businesses_user_count_check CHECK ((user_count >= 0))
);
CREATE INDEX businesses_active_by_name ON public.businesses USING btree (lower(name), id) WHERE (status = 'active'::text);
CREATE INDEX businesses_by_digits_of_tax_id ON public.businesses USING gin (replace(tax_id, '-'::text, ''::text) gin_trgm_ops);
CREATE INDEX businesses_by_name ON public.businesses USING btree (lower(name), id);
CREATE INDEX businesses_by_part_of_address ON public.businesses USING gin (((email)::text) gin_trgm_ops);
CREATE INDEX businesses_by_part_of_name ON public.businesses USING gin (name gin_trgm_ops);
CREATE INDEX businesses_by_part_of_tax_id ON public.businesses USING gin (tax_id gin_trgm_ops);
CREATE INDEX businesses_by_time ON public.businesses USING btree (date_registered DESC, id DESC);
CREATE INDEX businesses_by_type ON public.businesses USING btree (business_type);
CREATE INDEX businesses_by_users ON public.businesses USING btree (user_count, id);
CREATE INDEX businesses_to_summarize ON public.businesses USING btree (summarized_until NULLS FIRST, id) WHERE (status = 'active'::text);
alter table businesses enable row level security;
alter table businesses force row level security;
create policy own_or_admin on businesses for select to exempta_app
  using (((id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text)));
create policy system_sees_all on businesses to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER forget_sealed_secrets AFTER DELETE ON public.businesses FOR EACH ROW EXECUTE FUNCTION forget_sealed_secrets();
CREATE TRIGGER mark_coverage_of_renamed AFTER UPDATE OF name, trade_names ON public.businesses FOR EACH ROW WHEN (((old.name <> new.name) OR (old.trade_names <> new.trade_names))) EXECUTE FUNCTION mark_coverage_of_renamed();
CREATE TRIGGER notify_auditors AFTER UPDATE OF status ON public.businesses FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION notify_auditors_of_business();
grant select on businesses to exempta_app;
grant delete, insert, select, update on businesses to exempta_system;

create table campaign_problems (
  campaign_id uuid not null,
  line integer not null,
  kind text not null,
  value text,
  constraint campaign_problems_pkey PRIMARY KEY (campaign_id, line),
  constraint campaign_problems_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_problems_kind_check CHECK ((kind ~ '^[a-z-]{1,40}$'::text)),
  constraint campaign_problems_line_check CHECK ((line > 0)),
  constraint campaign_problems_value_check CHECK ((length(value) <= 200))
);
alter table campaign_problems enable row level security;
alter table campaign_problems force row level security;
create policy campaign_problems_own on campaign_problems to exempta_app
  using ((EXISTS ( SELECT
   FROM campaigns c
  WHERE ((c.id = campaign_problems.campaign_id) AND (c.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))))
  with check ((EXISTS ( SELECT
   FROM campaigns c
  WHERE ((c.id = campaign_problems.campaign_id) AND (c.business_id = ( SELECT exempta_business_id() AS exempta_business_id))))));
create policy system_sees_all on campaign_problems to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on campaign_problems to exempta_app;
grant delete, insert, select, update on campaign_problems to exempta_system;

create table campaigns (
  id uuid not null,
  business_id uuid not null,
  name text not null,
  status text not null,
  message text,
  columns text[] not null,
  mapping jsonb not null,
  row_count integer default 0 not null,
  good_count integer default 0 not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  started_at timestamp with time zone,
  closed_at timestamp with time zone,
  subject text,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint campaigns_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint campaigns_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sending'::text, 'sent'::text, 'closed'::text]))),
  constraint campaigns_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 150)))
);
CREATE INDEX campaigns_by_business ON public.campaigns USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX campaigns_by_creator ON public.campaigns USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX campaigns_by_status ON public.campaigns USING btree (status, updated_at);
alter table campaigns enable row level security;
alter table campaigns force row level security;
create policy campaigns_own on campaigns to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on campaigns to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on campaigns to exempta_app;
grant delete, insert, select, update on campaigns to exempta_system;

create table certificate_drafts (
  answer_id uuid not null,
  draft jsonb not null,
  blank_file_id uuid,
  saved_at timestamp with time zone not null,
  constraint certificate_drafts_pkey PRIMARY KEY (answer_id),
  constraint certificate_drafts_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES request_answers(id) ON DELETE CASCADE
);
alter table certificate_drafts enable row level security;
alter table certificate_drafts force row level security;
create policy system_sees_all on certificate_drafts to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on certificate_drafts to exempta_system;

create table certificate_renewals (
  id uuid not null,
  owner_id uuid not null,
  old_document_id uuid not null,
  new_document_id uuid not null,
  renewed_at timestamp with time zone not null,
  constraint certificate_renewals_pkey PRIMARY KEY (id),
  constraint certificate_renewals_old_document_id_new_document_id_key UNIQUE (old_document_id, new_document_id),
  constraint certificate_renewals_new_document_id_fkey FOREIGN KEY (new_document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint certificate_renewals_old_document_id_fkey FOREIGN KEY (old_document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint certificate_renewals_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint certificate_renewals_check CHECK ((old_document_id <> new_document_id))
);
CREATE INDEX certificate_renewals_by_new ON public.certificate_renewals USING btree (new_document_id);
CREATE INDEX certificate_renewals_by_owner ON public.certificate_renewals USING btree (owner_id, id);
alter table certificate_renewals enable row level security;
alter table certificate_renewals force row level security;
create policy certificate_renewals_own on certificate_renewals to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (( SELECT count(*) AS count
   FROM documents d
  WHERE ((d.id = ANY (ARRAY[certificate_renewals.old_document_id, certificate_renewals.new_document_id])) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))) = 2)));
create policy system_sees_all on certificate_renewals to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on certificate_renewals to exempta_app;
grant delete, insert, select, update on certificate_renewals to exempta_system;

create table certificate_requests (
  id uuid not null,
  business_id uuid not null,
  kind text not null,
  location_id uuid,
  email citext,
  customer_name text,
  customer_ref text,
  state text,
  message text,
  due_on date,
  mail_id uuid,
  sent_at timestamp with time zone,
  opened_at timestamp with time zone,
  received_at timestamp with time zone,
  declined_at timestamp with time zone,
  closed_at timestamp with time zone,
  received_count integer default 0 not null,
  share_id uuid,
  user_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  campaign_id uuid,
  sale_on date,
  reminded integer default 0 not null,
  reminded_at timestamp with time zone,
  remind_on date,
  customer_id uuid,
  bounced_at timestamp with time zone,
  bounce text,
  auto_answered_at timestamp with time zone,
  constraint certificate_requests_pkey PRIMARY KEY (id),
  constraint certificate_requests_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint certificate_requests_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint certificate_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint certificate_requests_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL,
  constraint certificate_requests_location_id_fkey FOREIGN KEY (location_id) REFERENCES business_locations(id) ON DELETE CASCADE,
  constraint certificate_requests_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE SET NULL,
  constraint certificate_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint certificate_requests_bounce_check CHECK ((bounce = ANY (ARRAY['address'::text, 'mailbox-full'::text, 'refused'::text, 'too-large'::text, 'unreachable'::text, 'other'::text]))),
  constraint certificate_requests_check CHECK (((kind = 'standing'::text) = (location_id IS NOT NULL))),
  constraint certificate_requests_customer_name_check CHECK (((length(customer_name) >= 1) AND (length(customer_name) <= 120))),
  constraint certificate_requests_customer_ref_check CHECK (((length(customer_ref) >= 1) AND (length(customer_ref) <= 100))),
  constraint certificate_requests_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'link'::text, 'standing'::text]))),
  constraint certificate_requests_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint certificate_requests_reminded_check CHECK ((reminded <= 4)),
  constraint certificate_requests_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX certificate_requests_by_age ON public.certificate_requests USING btree (updated_at);
CREATE INDEX certificate_requests_by_business ON public.certificate_requests USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX certificate_requests_by_campaign ON public.certificate_requests USING btree (campaign_id, created_at DESC, id DESC) WHERE (campaign_id IS NOT NULL);
CREATE INDEX certificate_requests_by_creator ON public.certificate_requests USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX certificate_requests_by_customer ON public.certificate_requests USING btree (customer_id, created_at DESC, id DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX certificate_requests_by_email ON public.certificate_requests USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX certificate_requests_by_reminder ON public.certificate_requests USING btree (business_id, reminded_at) WHERE (reminded_at IS NOT NULL);
CREATE INDEX certificate_requests_by_sending ON public.certificate_requests USING btree (business_id, sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX certificate_requests_by_share ON public.certificate_requests USING btree (share_id) WHERE (share_id IS NOT NULL);
CREATE INDEX certificate_requests_by_user ON public.certificate_requests USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX certificate_requests_of_campaign ON public.certificate_requests USING btree (campaign_id, email) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX certificate_requests_standing ON public.certificate_requests USING btree (location_id) WHERE (closed_at IS NULL);
CREATE INDEX certificate_requests_to_remind ON public.certificate_requests USING btree (remind_on) WHERE (remind_on IS NOT NULL);
CREATE INDEX certificate_requests_unsent ON public.certificate_requests USING btree (campaign_id, id) WHERE ((campaign_id IS NOT NULL) AND (sent_at IS NULL));
alter table certificate_requests enable row level security;
alter table certificate_requests force row level security;
create policy certificate_requests_own on certificate_requests to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on certificate_requests to exempta_system
  using (true)
  with check (true);
grant insert, select, update on certificate_requests to exempta_app;
grant delete, insert, select, update on certificate_requests to exempta_system;

create table chat_away (
  user_id uuid not null,
  since timestamp with time zone not null,
  constraint chat_away_pkey PRIMARY KEY (user_id),
  constraint chat_away_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table chat_away enable row level security;
alter table chat_away force row level security;
create policy of_administrators on chat_away for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on chat_away to exempta_system
  using (true)
  with check (true);
grant select on chat_away to exempta_app;
grant delete, insert, select, update on chat_away to exempta_system;

create table chat_guests (
  token_hash bytea not null,
  chat_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint chat_guests_pkey PRIMARY KEY (token_hash),
  constraint chat_guests_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id) ON DELETE CASCADE,
  constraint chat_guests_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX chat_guests_by_chat ON public.chat_guests USING btree (chat_id);
CREATE INDEX chat_guests_by_end ON public.chat_guests USING btree (expires_at);
alter table chat_guests enable row level security;
alter table chat_guests force row level security;
create policy system_sees_all on chat_guests to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on chat_guests to exempta_system;

create table chat_messages (
  chat_id uuid not null,
  seq integer not null,
  id uuid not null,
  client_id uuid not null,
  sender text not null,
  kind text not null,
  author_id uuid,
  author_name text,
  text text not null,
  is_masked boolean not null,
  created_at timestamp with time zone not null,
  constraint chat_messages_pkey PRIMARY KEY (chat_id, seq),
  constraint chat_messages_chat_id_client_id_key UNIQUE (chat_id, client_id),
  constraint chat_messages_id_key UNIQUE (id),
  constraint chat_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint chat_messages_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id) ON DELETE CASCADE,
  constraint chat_messages_check CHECK (((sender = 'agent'::text) OR (kind = 'message'::text))),
  constraint chat_messages_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'note'::text, 'automatic'::text, 'welcome'::text]))),
  constraint chat_messages_sender_check CHECK ((sender = ANY (ARRAY['user'::text, 'agent'::text]))),
  constraint chat_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
);
CREATE INDEX chat_messages_by_author ON public.chat_messages USING btree (author_id) WHERE (author_id IS NOT NULL);
alter table chat_messages enable row level security;
alter table chat_messages force row level security;
create policy chat_messages_add on chat_messages for insert to exempta_app
  with check ((((sender = 'agent'::text) AND (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) AND (author_id = ( SELECT exempta_actor_id() AS exempta_actor_id))) OR (((sender = 'user'::text) OR (kind = 'welcome'::text)) AND (EXISTS ( SELECT
   FROM chats c
  WHERE ((c.id = chat_messages.chat_id) AND (c.user_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))))));
create policy chat_messages_read on chat_messages for select to exempta_app
  using (((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) OR ((kind <> 'note'::text) AND (EXISTS ( SELECT
   FROM chats c
  WHERE ((c.id = chat_messages.chat_id) AND (c.user_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))))));
create policy system_sees_all on chat_messages to exempta_system
  using (true)
  with check (true);
grant insert, select on chat_messages to exempta_app;
grant delete, insert, select, update on chat_messages to exempta_system;

create table chat_presence (
  kind text not null,
  subject_id uuid not null,
  process_id uuid not null,
  until timestamp with time zone not null,
  constraint chat_presence_pkey PRIMARY KEY (kind, subject_id, process_id),
  constraint chat_presence_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'agent'::text])))
);
CREATE INDEX chat_presence_by_end ON public.chat_presence USING btree (kind, until);
alter table chat_presence enable row level security;
alter table chat_presence force row level security;
create policy chat_presence_read on chat_presence for select to exempta_app
  using (((kind = 'agent'::text) OR (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text)));
create policy system_sees_all on chat_presence to exempta_system
  using (true)
  with check (true);
grant select on chat_presence to exempta_app;
grant delete, insert, select, update on chat_presence to exempta_system;

create table chats (
  id uuid not null,
  kind text not null,
  user_id uuid,
  guest_name text,
  guest_email citext,
  subject text,
  session_key text generated always as (COALESCE((user_id)::text, lower((guest_email)::text))) stored not null,
  status text default 'open'::text not null,
  assignee_id uuid,
  last_seq integer default 0 not null,
  person_read_seq integer default 0 not null,
  agent_read_seq integer default 0 not null,
  mailed_seq integer default 0 not null,
  automatic_at timestamp with time zone,
  has_question boolean default false not null,
  created_at timestamp with time zone not null,
  last_message_at timestamp with time zone not null,
  constraint chats_pkey PRIMARY KEY (id),
  constraint chats_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint chats_check CHECK (((user_id IS NULL) = (guest_email IS NOT NULL))),
  constraint chats_check1 CHECK (((guest_email IS NULL) = (guest_name IS NULL))),
  constraint chats_guest_email_check CHECK ((length((guest_email)::text) <= 254)),
  constraint chats_guest_name_check CHECK (((length(guest_name) >= 1) AND (length(guest_name) <= 120))),
  constraint chats_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'mail'::text]))),
  constraint chats_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint chats_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
CREATE INDEX chats_by_age ON public.chats USING btree (last_message_at DESC, id DESC) WHERE has_question;
CREATE INDEX chats_by_assignee ON public.chats USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX chats_by_key ON public.chats USING btree (session_key, last_message_at DESC, id DESC) WHERE has_question;
CREATE INDEX chats_by_user ON public.chats USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX chats_of_guests_by_age ON public.chats USING btree (last_message_at) WHERE (user_id IS NULL);
CREATE UNIQUE INDEX chats_of_user ON public.chats USING btree (user_id) WHERE (kind = 'live'::text);
alter table chats enable row level security;
alter table chats force row level security;
create policy chats_of_agents on chats to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy chats_own on chats to exempta_app
  using ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on chats to exempta_system
  using (true)
  with check (true);
grant insert, select, update on chats to exempta_app;
grant delete, insert, select, update on chats to exempta_system;

create table clock_mark (
  latest timestamp with time zone not null
);
CREATE UNIQUE INDEX clock_mark_is_one_row ON public.clock_mark USING btree ((true));
alter table clock_mark enable row level security;
alter table clock_mark force row level security;
create policy system_sees_all on clock_mark to exempta_system
  using (true)
  with check (true);
grant insert, select, update on clock_mark to exempta_system;

create table coverage_acceptances (
  id uuid not null,
  business_id uuid not null,
  share_id uuid not null,
  owner_id uuid not null,
  state text not null,
  questions jsonb not null,
  certificate text not null,
  reason text not null,
  until_on date not null,
  accepted_by uuid not null,
  accepted_on date not null,
  accepted_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  constraint coverage_acceptances_pkey PRIMARY KEY (id),
  constraint coverage_acceptances_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint coverage_acceptances_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint coverage_acceptances_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE,
  constraint coverage_acceptances_certificate_check CHECK ((certificate ~ '^[0-9a-f]{16}$'::text)),
  constraint coverage_acceptances_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300))),
  constraint coverage_acceptances_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX coverage_acceptances_by_business ON public.coverage_acceptances USING btree (business_id);
CREATE INDEX coverage_acceptances_by_owner ON public.coverage_acceptances USING btree (owner_id, id);
CREATE INDEX coverage_acceptances_by_person ON public.coverage_acceptances USING btree (accepted_by, id);
CREATE UNIQUE INDEX coverage_acceptances_live ON public.coverage_acceptances USING btree (share_id, state) WHERE (ended_at IS NULL);
alter table coverage_acceptances enable row level security;
alter table coverage_acceptances force row level security;
create policy coverage_acceptances_of_people on coverage_acceptances for select to exempta_app
  using (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) OR (accepted_by = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy coverage_acceptances_own on coverage_acceptances to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on coverage_acceptances to exempta_system
  using (true)
  with check (true);
grant insert, select, update on coverage_acceptances to exempta_app;
grant delete, insert, select, update on coverage_acceptances to exempta_system;

create table coverage_check_subjects (
  check_id uuid not null,
  business_id uuid not null,
  owner_id uuid not null,
  customer_name text not null,
  facts jsonb not null,
  constraint coverage_check_subjects_pkey PRIMARY KEY (check_id),
  constraint coverage_check_subjects_check_id_fkey FOREIGN KEY (check_id) REFERENCES coverage_checks(id) ON DELETE CASCADE,
  constraint coverage_check_subjects_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX coverage_check_subjects_by_owner ON public.coverage_check_subjects USING btree (owner_id, check_id);
alter table coverage_check_subjects enable row level security;
alter table coverage_check_subjects force row level security;
create policy coverage_check_subjects_add on coverage_check_subjects for insert to exempta_app
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy coverage_check_subjects_read on coverage_check_subjects for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy system_sees_all on coverage_check_subjects to exempta_system
  using (true)
  with check (true);
grant insert, select on coverage_check_subjects to exempta_app;
grant delete, insert, select on coverage_check_subjects to exempta_system;

create table coverage_checks (
  id uuid not null,
  business_id uuid not null,
  code text not null,
  customer_id uuid,
  share_id uuid,
  state text not null,
  on_date date not null,
  kind text not null,
  amount_cents bigint,
  reference text,
  is_own_use boolean not null,
  location_name text,
  verdict text not null,
  reasons jsonb not null,
  notes text[] not null,
  ends_on date,
  allowed_reason text,
  knowledge_version text not null,
  refund_of uuid,
  person_id uuid,
  key_id uuid,
  at timestamp with time zone not null,
  kept_copy_id uuid,
  accepted_reason text,
  accepted_by uuid,
  accepted_on date,
  accepted_until date,
  part jsonb default 'null'::jsonb not null,
  is_taxed boolean,
  paid_by text,
  card text,
  constraint coverage_checks_pkey PRIMARY KEY (id),
  constraint coverage_checks_business_id_code_key UNIQUE (business_id, code),
  constraint coverage_checks_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint coverage_checks_knowledge_version_fkey FOREIGN KEY (knowledge_version) REFERENCES coverage_rules(knowledge_version),
  constraint coverage_checks_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES coverage_checks(id),
  constraint coverage_checks_accepted_reason_check CHECK (((length(accepted_reason) >= 1) AND (length(accepted_reason) <= 300))),
  constraint coverage_checks_allowed_reason_check CHECK (((length(allowed_reason) >= 1) AND (length(allowed_reason) <= 300))),
  constraint coverage_checks_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint coverage_checks_card_check CHECK (((length(card) >= 1) AND (length(card) <= 100))),
  constraint coverage_checks_code_check CHECK ((code ~ '^[0-9A-Z]{4}-[0-9A-Z]{3}$'::text)),
  constraint coverage_checks_location_name_check CHECK (((length(location_name) >= 1) AND (length(location_name) <= 100))),
  constraint coverage_checks_of_customer_or_card CHECK ((num_nonnulls(customer_id, card) = 1)),
  constraint coverage_checks_paid_by_check CHECK ((paid_by = ANY (ARRAY['buyer'::text, 'person'::text]))),
  constraint coverage_checks_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint coverage_checks_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  constraint coverage_checks_verdict_check CHECK ((verdict = ANY (ARRAY['covered'::text, 'charge-part'::text, 'check'::text, 'not-covered'::text])))
);
CREATE INDEX coverage_checks_by_age ON public.coverage_checks USING btree (at);
CREATE INDEX coverage_checks_by_customer ON public.coverage_checks USING btree (business_id, state, customer_id, on_date, id);
CREATE INDEX coverage_checks_by_day ON public.coverage_checks USING btree (business_id, state, on_date, id);
CREATE INDEX coverage_checks_by_kept_copy ON public.coverage_checks USING btree (kept_copy_id) WHERE (kept_copy_id IS NOT NULL);
CREATE INDEX coverage_checks_by_knowledge ON public.coverage_checks USING btree (knowledge_version);
CREATE INDEX coverage_checks_by_person ON public.coverage_checks USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX coverage_checks_by_reference ON public.coverage_checks USING btree (business_id, upper(reference) COLLATE "C", at DESC, id DESC) WHERE (reference IS NOT NULL);
CREATE INDEX coverage_checks_by_refunded ON public.coverage_checks USING btree (refund_of) WHERE (refund_of IS NOT NULL);
CREATE INDEX coverage_checks_by_time ON public.coverage_checks USING btree (business_id, at DESC, id DESC);
CREATE INDEX coverage_checks_of_customer ON public.coverage_checks USING btree (customer_id, at DESC, id DESC);
alter table coverage_checks enable row level security;
alter table coverage_checks force row level security;
create policy coverage_checks_add on coverage_checks for insert to exempta_app
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (( SELECT exempta_actor_id() AS exempta_actor_id) = COALESCE(person_id, key_id))));
create policy coverage_checks_read on coverage_checks for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (person_id = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy coverage_checks_tax on coverage_checks for update to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on coverage_checks to exempta_system
  using (true)
  with check (true);
grant insert, select, update (is_taxed) on coverage_checks to exempta_app;
grant delete, insert, select on coverage_checks to exempta_system;

create table coverage_customers (
  id uuid not null,
  business_id uuid not null,
  owner_id uuid not null,
  name text not null,
  email text not null,
  record_id uuid,
  matched_by text default 'own'::text not null,
  constraint coverage_customers_pkey PRIMARY KEY (id),
  constraint coverage_customers_business_id_owner_id_name_key UNIQUE (business_id, owner_id, name),
  constraint coverage_customers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint coverage_customers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint coverage_customers_record_id_fkey FOREIGN KEY (record_id) REFERENCES customers(id),
  constraint coverage_customers_matched_by_check CHECK ((matched_by = ANY (ARRAY['own'::text, 'request'::text, 'number'::text, 'email'::text, 'hand'::text]))),
  constraint coverage_customers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 300)))
);
CREATE INDEX coverage_customers_by_email ON public.coverage_customers USING btree (business_id, lower(email));
CREATE INDEX coverage_customers_by_owner ON public.coverage_customers USING btree (owner_id);
CREATE INDEX coverage_customers_by_record ON public.coverage_customers USING btree (record_id);
alter table coverage_customers enable row level security;
alter table coverage_customers force row level security;
create policy coverage_customers_of_both on coverage_customers to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy system_sees_all on coverage_customers to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER follow_deleted_certificates AFTER DELETE ON public.coverage_customers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follow_moved_certificates();
CREATE TRIGGER follow_moved_certificates AFTER UPDATE ON public.coverage_customers REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_moved_certificates();
CREATE TRIGGER make_customer_records AFTER INSERT ON public.coverage_customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION make_customer_records();
grant delete, insert, select, update on coverage_customers to exempta_app;
grant delete, insert, select, update on coverage_customers to exempta_system;

create table coverage_index (
  share_id uuid not null,
  state text not null,
  business_id uuid not null,
  owner_id uuid not null,
  customer_id uuid not null,
  customer_name text not null,
  verdict text not null,
  ends_on date,
  last_purchase_on date,
  judge_again_at timestamp with time zone not null,
  knowledge_version text not null,
  constraint coverage_index_pkey PRIMARY KEY (share_id, state),
  constraint coverage_index_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint coverage_index_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES coverage_customers(id) ON DELETE CASCADE,
  constraint coverage_index_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint coverage_index_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE,
  constraint coverage_index_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  constraint coverage_index_verdict_check CHECK ((verdict = ANY (ARRAY['covered'::text, 'charge-part'::text, 'check'::text, 'not-covered'::text])))
);
CREATE INDEX coverage_index_by_customer ON public.coverage_index USING btree (customer_id, share_id);
CREATE INDEX coverage_index_by_end ON public.coverage_index USING btree (business_id, ends_on) WHERE (ends_on IS NOT NULL);
CREATE INDEX coverage_index_by_end_alone ON public.coverage_index USING btree (ends_on, business_id) WHERE (ends_on IS NOT NULL);
CREATE INDEX coverage_index_by_knowledge ON public.coverage_index USING btree (knowledge_version);
CREATE INDEX coverage_index_by_name ON public.coverage_index USING btree (business_id, customer_name, share_id, state);
CREATE INDEX coverage_index_by_owner ON public.coverage_index USING btree (owner_id);
CREATE INDEX coverage_index_by_state ON public.coverage_index USING btree (business_id, state, customer_name, share_id);
CREATE INDEX coverage_index_by_verdict ON public.coverage_index USING btree (business_id, verdict, customer_name, share_id, state);
CREATE INDEX coverage_index_due ON public.coverage_index USING btree (judge_again_at);
alter table coverage_index enable row level security;
alter table coverage_index force row level security;
create policy coverage_index_of_both on coverage_index to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (EXISTS ( SELECT
   FROM document_shares s
  WHERE ((s.id = coverage_index.share_id) AND (s.business_id = coverage_index.business_id)))))));
create policy system_sees_all on coverage_index to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER forget_customers_without_certificates AFTER DELETE ON public.coverage_index REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_customers_without_certificates();
CREATE TRIGGER renew_answers_after_delete AFTER DELETE ON public.coverage_index REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION renew_answers_of_judged();
CREATE TRIGGER renew_answers_after_insert AFTER INSERT ON public.coverage_index REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION renew_answers_of_judged();
CREATE TRIGGER renew_answers_after_update AFTER UPDATE ON public.coverage_index REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION renew_answers_of_judged();
grant delete, insert, select, update on coverage_index to exempta_app;
grant delete, insert, select, update on coverage_index to exempta_system;

create table coverage_rules (
  knowledge_version text not null,
  states jsonb not null,
  forms jsonb not null,
  first_used_at timestamp with time zone not null,
  constraint coverage_rules_pkey PRIMARY KEY (knowledge_version),
  constraint coverage_rules_knowledge_version_check CHECK ((knowledge_version ~ '^[0-9a-f]{16}$'::text))
);
alter table coverage_rules enable row level security;
alter table coverage_rules force row level security;
create policy coverage_rules_add on coverage_rules for insert to exempta_app
  with check ((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL));
create policy coverage_rules_read on coverage_rules for select to exempta_app
  using (true);
create policy system_sees_all on coverage_rules to exempta_system
  using (true)
  with check (true);
grant insert, select on coverage_rules to exempta_app;
grant delete, insert, select on coverage_rules to exempta_system;

create table coverage_terms (
  business_id uuid not null,
  term text not null,
  customer_id uuid not null,
  constraint coverage_terms_pkey PRIMARY KEY (business_id, term, customer_id),
  constraint coverage_terms_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES coverage_customers(id) ON DELETE CASCADE,
  constraint coverage_terms_term_check CHECK (((length(term) >= 1) AND (length(term) <= 320)))
);
CREATE INDEX coverage_terms_by_customer ON public.coverage_terms USING btree (customer_id);
alter table coverage_terms enable row level security;
alter table coverage_terms force row level security;
create policy coverage_terms_of_both on coverage_terms to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (EXISTS ( SELECT
   FROM coverage_customers c
  WHERE (c.id = coverage_terms.customer_id)))))
  with check ((EXISTS ( SELECT
   FROM coverage_customers c
  WHERE ((c.id = coverage_terms.customer_id) AND (c.business_id = coverage_terms.business_id)))));
create policy system_sees_all on coverage_terms to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on coverage_terms to exempta_app;
grant delete, insert, select, update on coverage_terms to exempta_system;

create table customer_answers (
  customer_id uuid not null,
  state text not null,
  business_id uuid not null,
  customer_name text not null,
  answer text not null,
  ends_on date,
  share_id uuid,
  constraint customer_answers_pkey PRIMARY KEY (customer_id, state),
  constraint customer_answers_answer_check CHECK ((answer = ANY (ARRAY['covered'::text, 'charge-part'::text, 'check'::text, 'not-covered'::text, 'none'::text]))),
  constraint customer_answers_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX customer_answers_by_answer ON public.customer_answers USING btree (business_id, answer, customer_name, customer_id);
CREATE INDEX customer_answers_by_end ON public.customer_answers USING btree (business_id, ends_on) WHERE (ends_on IS NOT NULL);
CREATE INDEX customer_answers_by_state ON public.customer_answers USING btree (business_id, state, customer_name, customer_id);
CREATE INDEX customer_answers_missing ON public.customer_answers USING btree (business_id, customer_name, customer_id) WHERE (answer = ANY (ARRAY['not-covered'::text, 'none'::text]));
alter table customer_answers enable row level security;
alter table customer_answers force row level security;
create policy customer_answers_own on customer_answers for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_answers to exempta_system
  using (true)
  with check (true);
grant select on customer_answers to exempta_app;
grant delete, insert, select, update on customer_answers to exempta_system;

create table customer_import_lines (
  import_id uuid not null,
  line integer not null,
  business_id uuid not null,
  cells text[] not null,
  outcome text,
  entry jsonb default 'null'::jsonb not null,
  key text,
  parent_key text,
  problem text,
  problem_column text,
  customer_id uuid,
  customer_version integer,
  constraint customer_import_lines_pkey PRIMARY KEY (import_id, line),
  constraint customer_import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES customer_imports(id) ON DELETE CASCADE,
  constraint customer_import_lines_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'unchanged'::text, 'bad'::text])))
);
CREATE INDEX customer_import_lines_bad ON public.customer_import_lines USING btree (import_id, line) WHERE (outcome = 'bad'::text);
CREATE INDEX customer_import_lines_by_key ON public.customer_import_lines USING btree (import_id, key) WHERE (key IS NOT NULL);
alter table customer_import_lines enable row level security;
alter table customer_import_lines force row level security;
create policy customer_import_lines_own on customer_import_lines to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_import_lines to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on customer_import_lines to exempta_app;
grant delete, insert, select, update on customer_import_lines to exempta_system;

create table customer_imports (
  id uuid not null,
  business_id uuid not null,
  file_name text not null,
  columns text[] not null,
  mapping jsonb not null,
  status text not null,
  row_count integer default 0 not null,
  last_line integer default 0 not null,
  progress integer default 0 not null,
  is_at_parents boolean default false not null,
  created_count integer default 0 not null,
  updated_count integer default 0 not null,
  unchanged_count integer default 0 not null,
  bad_count integer default 0 not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  started_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint customer_imports_pkey PRIMARY KEY (id),
  constraint customer_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint customer_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint customer_imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint customer_imports_status_check CHECK ((status = ANY (ARRAY['checking'::text, 'ready'::text, 'importing'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX customer_imports_by_age ON public.customer_imports USING btree (updated_at);
CREATE INDEX customer_imports_by_business ON public.customer_imports USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX customer_imports_by_person ON public.customer_imports USING btree (created_by);
alter table customer_imports enable row level security;
alter table customer_imports force row level security;
create policy customer_imports_own on customer_imports to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_imports to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on customer_imports to exempta_app;
grant delete, insert, select, update on customer_imports to exempta_system;

create table customer_merges (
  id uuid not null,
  business_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  moved jsonb,
  merged_by uuid,
  merged_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint customer_merges_pkey PRIMARY KEY (id),
  constraint customer_merges_source_id_fkey FOREIGN KEY (source_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint customer_merges_target_id_fkey FOREIGN KEY (target_id) REFERENCES customers(id) ON DELETE CASCADE
);
CREATE INDEX customer_merges_by_source ON public.customer_merges USING btree (source_id);
CREATE INDEX customer_merges_by_target ON public.customer_merges USING btree (target_id, merged_at DESC);
CREATE INDEX customer_merges_to_forget ON public.customer_merges USING btree (merged_at) WHERE (moved IS NOT NULL);
alter table customer_merges enable row level security;
alter table customer_merges force row level security;
create policy customer_merges_own on customer_merges to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_merges to exempta_system
  using (true)
  with check (true);
grant insert, select, update on customer_merges to exempta_app;
grant delete, insert, select, update on customer_merges to exempta_system;

create table customer_suggestions (
  id uuid not null,
  business_id uuid not null,
  coverage_customer_id uuid not null,
  customer_id uuid not null,
  reasons text[] not null,
  suggested_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  constraint customer_suggestions_pkey PRIMARY KEY (id),
  constraint customer_suggestions_coverage_customer_id_customer_id_key UNIQUE (coverage_customer_id, customer_id),
  constraint customer_suggestions_coverage_customer_id_fkey FOREIGN KEY (coverage_customer_id) REFERENCES coverage_customers(id) ON DELETE CASCADE,
  constraint customer_suggestions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint customer_suggestions_reasons_check CHECK ((cardinality(reasons) > 0))
);
CREATE INDEX customer_suggestions_by_customer ON public.customer_suggestions USING btree (customer_id);
CREATE INDEX customer_suggestions_open ON public.customer_suggestions USING btree (business_id, suggested_at DESC, id DESC) WHERE (declined_at IS NULL);
alter table customer_suggestions enable row level security;
alter table customer_suggestions force row level security;
create policy customer_suggestions_own on customer_suggestions to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_suggestions to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on customer_suggestions to exempta_app;
grant delete, insert, select, update on customer_suggestions to exempta_system;

create table customer_tags (
  business_id uuid not null,
  tag text not null,
  customer_name text not null,
  customer_id uuid not null,
  constraint customer_tags_pkey PRIMARY KEY (business_id, tag, customer_name, customer_id)
);
CREATE INDEX customer_tags_by_customer ON public.customer_tags USING btree (customer_id);
alter table customer_tags enable row level security;
alter table customer_tags force row level security;
create policy customer_tags_own on customer_tags for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_tags to exempta_system
  using (true)
  with check (true);
grant select on customer_tags to exempta_app;
grant delete, insert, select, update on customer_tags to exempta_system;

create table customer_terms (
  business_id uuid not null,
  term text not null,
  customer_id uuid not null,
  constraint customer_terms_pkey PRIMARY KEY (business_id, term, customer_id),
  constraint customer_terms_term_check CHECK (((length(term) >= 1) AND (length(term) <= 320)))
);
CREATE INDEX customer_terms_by_customer ON public.customer_terms USING btree (customer_id);
CREATE INDEX customer_terms_of_addresses ON public.customer_terms USING btree (term) WHERE (POSITION(('@'::text) IN (term)) > 0);
alter table customer_terms enable row level security;
alter table customer_terms force row level security;
create policy customer_terms_own on customer_terms to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customer_terms to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on customer_terms to exempta_app;
grant delete, insert, select, update on customer_terms to exempta_system;

create table customers (
  id uuid not null,
  business_id uuid not null,
  number text,
  name text not null,
  other_names text[] default '{}'::text[] not null,
  contacts jsonb default '[]'::jsonb not null,
  addresses jsonb default '[]'::jsonb not null,
  parent_id uuid,
  tags text[] default '{}'::text[] not null,
  note text,
  inactive_at timestamp with time zone,
  is_kept boolean not null,
  merged_into uuid,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint customers_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES customers(id) ON DELETE CASCADE,
  constraint customers_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES customers(id) ON DELETE SET NULL,
  constraint customers_check CHECK ((parent_id <> id)),
  constraint customers_check1 CHECK ((merged_into <> id)),
  constraint customers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint customers_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000))),
  constraint customers_number_check CHECK (((length(number) >= 1) AND (length(number) <= 60)))
);
CREATE INDEX customers_by_name ON public.customers USING btree (business_id, name, id) WHERE ((merged_into IS NULL) AND (inactive_at IS NULL));
CREATE UNIQUE INDEX customers_by_number ON public.customers USING btree (business_id, lower(number)) WHERE (number IS NOT NULL);
CREATE INDEX customers_by_parent ON public.customers USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX customers_by_plain_name ON public.customers USING btree (business_id, lower(name));
CREATE INDEX customers_by_target ON public.customers USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX customers_by_update ON public.customers USING btree (business_id, updated_at, id);
CREATE INDEX customers_inactive ON public.customers USING btree (business_id, name, id) WHERE ((merged_into IS NULL) AND (inactive_at IS NOT NULL));
alter table customers enable row level security;
alter table customers force row level security;
create policy customers_own on customers to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on customers to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER delete_customer_parts AFTER DELETE ON public.customers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_customer_parts();
CREATE TRIGGER record_customer_events_after_delete AFTER DELETE ON public.customers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_customer_events();
CREATE TRIGGER record_customer_events_after_insert AFTER INSERT ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_customer_events();
CREATE TRIGGER record_customer_events_after_update AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_customer_events();
CREATE TRIGGER renew_customer_parts_after_insert AFTER INSERT ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION renew_customer_parts();
CREATE TRIGGER renew_customer_parts_after_update AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION renew_customer_parts();
grant delete, insert, select, update on customers to exempta_app;
grant delete, insert, select, update on customers to exempta_system;

create table data_exports (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  status text default 'preparing'::text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint data_exports_check CHECK (((status = 'ready'::text) = (expires_at IS NOT NULL))),
  constraint data_exports_status_check CHECK ((status = ANY (ARRAY['preparing'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX data_exports_by_end ON public.data_exports USING btree (expires_at) WHERE (status = 'ready'::text);
CREATE INDEX data_exports_by_user ON public.data_exports USING btree (user_id, requested_at DESC, id DESC);
CREATE UNIQUE INDEX data_exports_one_at_a_time ON public.data_exports USING btree (user_id) WHERE (status = 'preparing'::text);
alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy ask on data_exports for insert to exempta_app
  with check (((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (status = 'preparing'::text)));
create policy own on data_exports for select to exempta_app
  using ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on data_exports to exempta_system
  using (true)
  with check (true);
grant insert, select on data_exports to exempta_app;
grant delete, insert, select, update on data_exports to exempta_system;

create table discarded_objects (
  object_name text not null,
  discarded_at timestamp with time zone not null,
  constraint discarded_objects_pkey PRIMARY KEY (object_name)
);
alter table discarded_objects enable row level security;
alter table discarded_objects force row level security;
create policy discarded_objects_add on discarded_objects for insert to exempta_app
  with check (true);
create policy system_sees_all on discarded_objects to exempta_system
  using (true)
  with check (true);
grant insert on discarded_objects to exempta_app;
grant delete, insert, select, update on discarded_objects to exempta_system;

create table document_fields (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  name text not null,
  position integer not null,
  value text not null,
  state text,
  confidence real not null,
  is_sure boolean not null,
  quad jsonb not null,
  constraint document_fields_pkey PRIMARY KEY (document_id, version, page, name, "position"),
  constraint document_fields_document_id_version_page_fkey FOREIGN KEY (document_id, version, page) REFERENCES document_readings(document_id, version, page) ON DELETE CASCADE,
  constraint document_fields_name_check CHECK ((name ~ '^[a-z-]{1,40}$'::text)),
  constraint document_fields_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  constraint document_fields_value_check CHECK (((length(value) >= 1) AND (length(value) <= 300)))
);
alter table document_fields enable row level security;
alter table document_fields force row level security;
create policy document_fields_own on document_fields to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = document_fields.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))));
create policy document_fields_received on document_fields for select to exempta_app
  using (((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = document_fields.document_id) AND (d.version = document_fields.version))))));
create policy system_sees_all on document_fields to exempta_system
  using (true)
  with check (true);
grant select on document_fields to exempta_app;
grant delete, insert, select, update on document_fields to exempta_system;

create table document_findings (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  position integer not null,
  kind text not null,
  quad jsonb not null,
  constraint document_findings_pkey PRIMARY KEY (document_id, version, page, "position"),
  constraint document_findings_document_id_version_page_fkey FOREIGN KEY (document_id, version, page) REFERENCES document_pages(document_id, version, page) ON DELETE CASCADE,
  constraint document_findings_kind_check CHECK ((kind ~ '^[a-z-]{1,40}$'::text))
);
alter table document_findings enable row level security;
alter table document_findings force row level security;
create policy document_findings_read on document_findings for select to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE (d.id = document_findings.document_id))));
create policy system_sees_all on document_findings to exempta_system
  using (true)
  with check (true);
grant select on document_findings to exempta_app;
grant delete, insert, select, update on document_findings to exempta_system;

create table document_pages (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  width integer not null,
  height integer not null,
  rendition text not null,
  type text not null,
  start_byte bigint not null,
  end_byte bigint not null,
  constraint document_pages_pkey PRIMARY KEY (document_id, version, page),
  constraint document_pages_document_id_version_fkey FOREIGN KEY (document_id, version) REFERENCES document_versions(document_id, version) ON DELETE CASCADE,
  constraint document_pages_check CHECK ((end_byte > start_byte)),
  constraint document_pages_height_check CHECK ((height > 0)),
  constraint document_pages_page_check CHECK ((page > 0)),
  constraint document_pages_rendition_check CHECK ((rendition = ANY (ARRAY['redacted'::text, 'pages'::text]))),
  constraint document_pages_start_byte_check CHECK ((start_byte >= 0)),
  constraint document_pages_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint document_pages_width_check CHECK ((width > 0))
);
alter table document_pages enable row level security;
alter table document_pages force row level security;
create policy document_pages_read on document_pages for select to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE (d.id = document_pages.document_id))));
create policy system_sees_all on document_pages to exempta_system
  using (true)
  with check (true);
grant select on document_pages to exempta_app;
grant delete, insert, select, update on document_pages to exempta_system;

create table document_readings (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  form text,
  form_page integer,
  form_confidence real,
  knowledge_version text not null,
  read_at timestamp with time zone not null,
  not_a_certificate text,
  form_edition text,
  printed_revision text,
  has_hidden_license boolean default false not null,
  sheet text,
  constraint document_readings_pkey PRIMARY KEY (document_id, version, page),
  constraint document_readings_document_id_version_page_fkey FOREIGN KEY (document_id, version, page) REFERENCES document_pages(document_id, version, page) ON DELETE CASCADE,
  constraint document_readings_check CHECK ((((form IS NULL) = (form_page IS NULL)) AND ((form IS NULL) = (form_confidence IS NULL)))),
  constraint document_readings_check1 CHECK (((form IS NULL) OR (not_a_certificate IS NULL))),
  constraint document_readings_form_check CHECK ((form ~ '^[a-z0-9.-]{1,60}$'::text)),
  constraint document_readings_form_edition_check CHECK ((form_edition = ANY (ARRAY['older'::text, 'other'::text]))),
  constraint document_readings_not_a_certificate_check CHECK ((not_a_certificate ~ '^[a-z0-9-]{1,40}$'::text)),
  constraint document_readings_printed_revision_check CHECK (((length(printed_revision) >= 1) AND (length(printed_revision) <= 40))),
  constraint document_readings_sheet_check CHECK ((sheet ~ '^[A-Za-z0-9_-]{43}$'::text))
);
alter table document_readings enable row level security;
alter table document_readings force row level security;
create policy document_readings_own on document_readings to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = document_readings.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))));
create policy document_readings_received on document_readings for select to exempta_app
  using (((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = document_readings.document_id) AND (d.version = document_readings.version))))));
create policy system_sees_all on document_readings to exempta_system
  using (true)
  with check (true);
grant select on document_readings to exempta_app;
grant delete, insert, select, update on document_readings to exempta_system;

create table document_shares (
  id uuid not null,
  document_id uuid not null,
  owner_id uuid not null,
  business_id uuid,
  email citext,
  link_id uuid,
  status text default 'pending'::text not null,
  message text,
  expires_at timestamp with time zone,
  can_download boolean not null,
  has_watermark boolean not null,
  tells_first_view boolean not null,
  shared_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  reject_reason text,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  view_count integer default 0 not null,
  end_told_at timestamp with time zone,
  end_noted_at timestamp with time zone,
  search_text text,
  reviewed_by_key uuid,
  account_id uuid,
  replaced_name text,
  replaced_at timestamp with time zone,
  replaced_rejected_at timestamp with time zone,
  download_count integer default 0 not null,
  assigned_to uuid,
  form text,
  expires_on date,
  reviewed_by_rules boolean default false not null,
  seen_in_review text[] default '{}'::text[] not null,
  constraint document_shares_pkey PRIMARY KEY (id),
  constraint document_shares_document_id_business_id_key UNIQUE (document_id, business_id),
  constraint document_shares_document_id_email_key UNIQUE (document_id, email),
  constraint document_shares_assignee FOREIGN KEY (business_id, assigned_to) REFERENCES business_users(business_id, user_id) ON DELETE SET NULL (assigned_to),
  constraint document_shares_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint document_shares_document_id_owner_id_fkey FOREIGN KEY (document_id, owner_id) REFERENCES documents(id, owner_id) ON DELETE CASCADE,
  constraint document_shares_link_id_fkey FOREIGN KEY (link_id) REFERENCES mail_share_links(id),
  constraint document_shares_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint document_shares_reviewed_by_key_fkey FOREIGN KEY (reviewed_by_key) REFERENCES api_keys(id) ON DELETE SET NULL,
  constraint document_shares_check CHECK ((num_nonnulls(business_id, email) = 1)),
  constraint document_shares_check1 CHECK (((email IS NULL) = (link_id IS NULL))),
  constraint document_shares_check2 CHECK (((email IS NULL) = (expires_at IS NULL))),
  constraint document_shares_check3 CHECK (((status = 'revoked'::text) = (revoked_at IS NOT NULL))),
  constraint document_shares_check4 CHECK (((status = ANY (ARRAY['verified'::text, 'rejected'::text])) = (reviewed_at IS NOT NULL))),
  constraint document_shares_check5 CHECK (((status = 'rejected'::text) = (reject_reason IS NOT NULL))),
  constraint document_shares_check6 CHECK (((email IS NULL) OR (status = ANY (ARRAY['pending'::text, 'revoked'::text])))),
  constraint document_shares_check7 CHECK (((replaced_name IS NULL) = (replaced_at IS NULL))),
  constraint document_shares_check8 CHECK (((NOT reviewed_by_rules) OR (status = 'verified'::text))),
  constraint document_shares_form_check CHECK ((form ~ '^[a-z0-9.-]{1,60}$'::text)),
  constraint document_shares_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint document_shares_reject_reason_check CHECK (((length(reject_reason) >= 1) AND (length(reject_reason) <= 500))),
  constraint document_shares_replaced_name_check CHECK (((length(replaced_name) >= 1) AND (length(replaced_name) <= 200))),
  constraint document_shares_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text, 'revoked'::text])))
);
CREATE INDEX document_shares_by_account ON public.document_shares USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX document_shares_by_assignee ON public.document_shares USING btree (business_id, assigned_to, shared_at DESC, id DESC) WHERE (assigned_to IS NOT NULL);
CREATE INDEX document_shares_by_business ON public.document_shares USING btree (business_id, shared_at DESC, id DESC) WHERE (status <> 'revoked'::text);
CREATE INDEX document_shares_by_business_status ON public.document_shares USING btree (business_id, status, shared_at DESC, id DESC) WHERE (status <> 'revoked'::text);
CREATE INDEX document_shares_by_creation ON public.document_shares USING btree (created_at DESC, id DESC);
CREATE INDEX document_shares_by_end ON public.document_shares USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (status <> 'revoked'::text) AND (end_noted_at IS NULL));
CREATE INDEX document_shares_by_expiration ON public.document_shares USING btree (business_id, expires_on, id) WHERE ((expires_on IS NOT NULL) AND (status <> 'revoked'::text));
CREATE INDEX document_shares_by_form ON public.document_shares USING btree (business_id, form, shared_at DESC, id DESC) WHERE ((form IS NOT NULL) AND (status <> 'revoked'::text));
CREATE INDEX document_shares_by_link ON public.document_shares USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX document_shares_by_owner ON public.document_shares USING btree (owner_id, shared_at DESC, id DESC);
CREATE INDEX document_shares_by_owner_status ON public.document_shares USING btree (owner_id, status, shared_at DESC, id DESC);
CREATE INDEX document_shares_by_pair ON public.document_shares USING gin (pairs_of(search_text)) WHERE (search_text IS NOT NULL);
CREATE INDEX document_shares_by_part_of_text ON public.document_shares USING gin (search_text gin_trgm_ops) WHERE (search_text IS NOT NULL);
CREATE INDEX document_shares_by_review ON public.document_shares USING btree (business_id, reviewed_at) WHERE (reviewed_at IS NOT NULL);
CREATE INDEX document_shares_by_reviewer ON public.document_shares USING btree (reviewed_by) WHERE (reviewed_by IS NOT NULL);
CREATE INDEX document_shares_by_reviewing_key ON public.document_shares USING btree (reviewed_by_key) WHERE (reviewed_by_key IS NOT NULL);
CREATE INDEX document_shares_by_rules ON public.document_shares USING btree (business_id, shared_at DESC, id DESC) WHERE (reviewed_by_rules AND (status <> 'revoked'::text));
CREATE INDEX document_shares_unclaimed ON public.document_shares USING btree (email) WHERE ((email IS NOT NULL) AND (account_id IS NULL));
alter table document_shares enable row level security;
alter table document_shares force row level security;
create policy document_shares_add on document_shares for insert to exempta_app
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (status = 'pending'::text) AND (view_count = 0)));
create policy document_shares_change_own on document_shares for update to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (status = ANY (ARRAY['pending'::text, 'revoked'::text]))));
create policy document_shares_own on document_shares for select to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy document_shares_received on document_shares for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (status <> 'revoked'::text)));
create policy document_shares_review on document_shares for update to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (status <> 'revoked'::text)))
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (status <> 'revoked'::text)));
create policy system_sees_all on document_shares to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER assign_account_of_address BEFORE INSERT ON public.document_shares FOR EACH ROW WHEN ((new.email IS NOT NULL)) EXECUTE FUNCTION assign_account_of_address('email');
CREATE TRIGGER count_documents_received_less AFTER DELETE ON public.document_shares REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_documents_received();
CREATE TRIGGER count_documents_received_more AFTER INSERT ON public.document_shares REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_documents_received();
CREATE TRIGGER destroy_stamps_at_change AFTER UPDATE OF status, link_id, has_watermark, end_noted_at ON public.document_shares FOR EACH ROW WHEN ((old.link_id IS NOT NULL)) EXECUTE FUNCTION destroy_stamps_of_share();
CREATE TRIGGER destroy_stamps_at_end AFTER DELETE ON public.document_shares FOR EACH ROW WHEN ((old.link_id IS NOT NULL)) EXECUTE FUNCTION destroy_stamps_of_share();
CREATE TRIGGER forget_openings_of_share AFTER UPDATE OF document_id ON public.document_shares FOR EACH ROW WHEN ((old.document_id <> new.document_id)) EXECUTE FUNCTION forget_openings_of_share();
CREATE TRIGGER forget_review_by_rules BEFORE UPDATE OF status ON public.document_shares FOR EACH ROW WHEN ((new.reviewed_by_rules AND (new.status <> 'verified'::text))) EXECUTE FUNCTION forget_review_by_rules();
CREATE TRIGGER keep_share_search_text BEFORE INSERT ON public.document_shares FOR EACH ROW WHEN ((new.business_id IS NOT NULL)) EXECUTE FUNCTION keep_share_search_text();
CREATE TRIGGER keep_share_search_text_of_correction BEFORE UPDATE OF document_id ON public.document_shares FOR EACH ROW WHEN (((new.business_id IS NOT NULL) AND (old.document_id <> new.document_id))) EXECUTE FUNCTION keep_share_search_text();
CREATE TRIGGER note_day_of_changed_share AFTER UPDATE OF business_id, status, shared_at, reviewed_at, reviewed_by, reviewed_by_key, form ON public.document_shares FOR EACH ROW WHEN (((new.business_id IS NOT NULL) AND ((((((old.status IS DISTINCT FROM new.status) OR (old.shared_at IS DISTINCT FROM new.shared_at)) OR (old.reviewed_at IS DISTINCT FROM new.reviewed_at)) OR (old.reviewed_by IS DISTINCT FROM new.reviewed_by)) OR (old.reviewed_by_key IS DISTINCT FROM new.reviewed_by_key)) OR (old.form IS DISTINCT FROM new.form)))) EXECUTE FUNCTION note_received_day();
CREATE TRIGGER note_day_of_deleted_share AFTER DELETE ON public.document_shares FOR EACH ROW WHEN ((old.business_id IS NOT NULL)) EXECUTE FUNCTION note_received_day();
CREATE TRIGGER note_day_of_new_share AFTER INSERT ON public.document_shares FOR EACH ROW WHEN ((new.business_id IS NOT NULL)) EXECUTE FUNCTION note_received_day();
CREATE TRIGGER renew_states_of_changed_share AFTER UPDATE OF status, shared_at, document_id ON public.document_shares FOR EACH ROW WHEN (((new.business_id IS NOT NULL) AND ((old.document_id <> new.document_id) OR (old.shared_at <> new.shared_at) OR ((old.status = 'revoked'::text) <> (new.status = 'revoked'::text))))) EXECUTE FUNCTION renew_states_of_share();
CREATE TRIGGER renew_states_of_share AFTER INSERT ON public.document_shares FOR EACH ROW WHEN ((new.business_id IS NOT NULL)) EXECUTE FUNCTION renew_states_of_share();
CREATE TRIGGER tell_viewers_of_change AFTER UPDATE OF status, link_id, expires_at, can_download, has_watermark ON public.document_shares FOR EACH ROW WHEN ((old.link_id IS NOT NULL)) EXECUTE FUNCTION tell_viewers_of_share();
CREATE TRIGGER tell_viewers_of_end AFTER DELETE ON public.document_shares FOR EACH ROW WHEN ((old.link_id IS NOT NULL)) EXECUTE FUNCTION tell_viewers_of_share();
grant insert, select, update on document_shares to exempta_app;
grant delete, insert, select, update on document_shares to exempta_system;

create table document_uncertain_areas (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  position integer not null,
  expected text not null,
  reason text not null,
  quad jsonb not null,
  resolution text,
  resolved_at timestamp with time zone,
  constraint document_uncertain_areas_pkey PRIMARY KEY (document_id, version, "position"),
  constraint document_uncertain_areas_document_id_version_page_fkey FOREIGN KEY (document_id, version, page) REFERENCES document_pages(document_id, version, page) ON DELETE CASCADE,
  constraint document_uncertain_areas_check CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
  constraint document_uncertain_areas_expected_check CHECK ((expected ~ '^[a-z-]{1,40}$'::text)),
  constraint document_uncertain_areas_reason_check CHECK ((reason = ANY (ARRAY['label-without-value'::text, 'value-not-read'::text, 'paper-without-secret'::text, 'unexplained'::text]))),
  constraint document_uncertain_areas_resolution_check CHECK ((resolution = ANY (ARRAY['hidden'::text, 'fine'::text])))
);
alter table document_uncertain_areas enable row level security;
alter table document_uncertain_areas force row level security;
create policy document_uncertain_areas_own on document_uncertain_areas to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = document_uncertain_areas.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))));
create policy system_sees_all on document_uncertain_areas to exempta_system
  using (true)
  with check (true);
grant select, update (resolution, resolved_at) on document_uncertain_areas to exempta_app;
grant delete, insert, select, update on document_uncertain_areas to exempta_system;

create table document_versions (
  document_id uuid not null,
  version integer not null,
  boxes jsonb default '[]'::jsonb not null,
  size_bytes bigint,
  created_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  ends_check boolean default false not null,
  constraint document_versions_pkey PRIMARY KEY (document_id, version),
  constraint document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint document_versions_check CHECK (((ready_at IS NULL) = (size_bytes IS NULL))),
  constraint document_versions_size_bytes_check CHECK ((size_bytes > 0)),
  constraint document_versions_version_check CHECK ((version > 0))
);
CREATE INDEX document_versions_unfinished ON public.document_versions USING btree (created_at) WHERE (ready_at IS NULL);
alter table document_versions enable row level security;
alter table document_versions force row level security;
create policy document_versions_ask on document_versions for insert to exempta_app
  with check (((ready_at IS NULL) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = document_versions.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
create policy document_versions_read on document_versions for select to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE (d.id = document_versions.document_id))));
create policy system_sees_all on document_versions to exempta_system
  using (true)
  with check (true);
grant insert, select on document_versions to exempta_app;
grant delete, insert, select, update on document_versions to exempta_system;

create table documents (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  type text not null,
  status text not null,
  size_bytes bigint not null,
  content_hash bytea not null,
  card_side text,
  is_card boolean default false not null,
  hides_contact_details boolean default false not null,
  keeps_driver_license boolean default false not null,
  has_original boolean not null,
  attempts integer default 0 not null,
  page_count integer,
  progress_page integer default 0 not null,
  version integer default 0 not null,
  finding_counts jsonb default '{}'::jsonb not null,
  failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  needs_check boolean default false not null,
  replaces_id uuid,
  first_version integer default 1 not null,
  card_program text,
  card_line text,
  card_billing text,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_with_owner UNIQUE (id, owner_id),
  constraint documents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint documents_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint documents_card_billing_check CHECK ((card_billing = ANY (ARRAY['central'::text, 'individual'::text, 'split'::text, 'unknown'::text]))),
  constraint documents_card_class CHECK ((num_nulls(card_program, card_line, card_billing) = ANY (ARRAY[0, 3]))),
  constraint documents_card_line_check CHECK ((card_line = ANY (ARRAY['travel'::text, 'purchase'::text, 'fleet'::text, 'integrated'::text, 'unknown'::text]))),
  constraint documents_card_program_check CHECK ((card_program = ANY (ARRAY['smartpay'::text, 'other'::text, 'unknown'::text]))),
  constraint documents_card_side_check CHECK ((card_side = ANY (ARRAY['front'::text, 'back'::text]))),
  constraint documents_check CHECK (((status = 'processed'::text) = (version > 0))),
  constraint documents_check1 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint documents_check2 CHECK (((status <> 'processing'::text) OR has_original)),
  constraint documents_check3 CHECK (((status <> 'processed'::text) OR (NOT has_original))),
  constraint documents_check4 CHECK (((NOT needs_check) OR (status = 'processed'::text))),
  constraint documents_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint documents_failure_check CHECK ((failure ~ '^[a-z-]{1,40}$'::text)),
  constraint documents_first_version_check CHECK ((first_version > 0)),
  constraint documents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint documents_page_count_check CHECK ((page_count > 0)),
  constraint documents_size_bytes_check CHECK ((size_bytes > 0)),
  constraint documents_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'processed'::text, 'failed'::text]))),
  constraint documents_type_check CHECK ((type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
);
CREATE INDEX documents_by_content ON public.documents USING btree (owner_id, content_hash);
CREATE INDEX documents_by_owner ON public.documents USING btree (owner_id, created_at DESC, id DESC);
CREATE INDEX documents_by_owner_name ON public.documents USING btree (owner_id, lower(name), id);
CREATE INDEX documents_by_owner_status ON public.documents USING btree (owner_id, status, created_at DESC, id DESC);
CREATE INDEX documents_by_part_of_name ON public.documents USING gin (name gin_trgm_ops);
CREATE INDEX documents_by_replaced ON public.documents USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE INDEX documents_by_time ON public.documents USING btree (created_at DESC, id DESC);
CREATE INDEX documents_failed ON public.documents USING btree (id) WHERE (status = 'failed'::text);
CREATE INDEX documents_failed_by_time ON public.documents USING btree (created_at DESC, id DESC) WHERE (status = 'failed'::text);
CREATE INDEX documents_to_check ON public.documents USING btree (owner_id, created_at DESC, id DESC) WHERE needs_check;
CREATE INDEX documents_with_original ON public.documents USING btree (updated_at) WHERE has_original;
alter table documents enable row level security;
alter table documents force row level security;
create policy documents_own on documents to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy documents_received on documents for select to exempta_app
  using (((NOT needs_check) AND (( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL) AND (EXISTS ( SELECT
   FROM document_shares s
  WHERE ((s.document_id = documents.id) AND (s.business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (s.status <> 'revoked'::text))))));
create policy system_sees_all on documents to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER note_day_of_changed_document AFTER UPDATE OF created_at ON public.documents FOR EACH ROW WHEN ((old.created_at <> new.created_at)) EXECUTE FUNCTION note_added_day('document');
CREATE TRIGGER note_day_of_new_document AFTER INSERT OR DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION note_added_day('document');
CREATE TRIGGER renew_share_search_text AFTER UPDATE OF name ON public.documents FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION renew_share_search_text();
CREATE TRIGGER tell_viewers_of_name AFTER UPDATE OF name ON public.documents FOR EACH ROW WHEN (((old.version > 0) AND (old.name <> new.name))) EXECUTE FUNCTION tell_viewers_of_version();
CREATE TRIGGER tell_viewers_of_version AFTER UPDATE OF version ON public.documents FOR EACH ROW WHEN (((old.version > 0) AND (old.version <> new.version))) EXECUTE FUNCTION tell_viewers_of_version();
grant delete, insert, select, update on documents to exempta_app;
grant delete, insert, select, update on documents to exempta_system;

create table exemption_reminders (
  document_id uuid not null,
  ends_on date not null,
  step smallint not null,
  owner_id uuid not null,
  sent_at timestamp with time zone not null,
  constraint exemption_reminders_pkey PRIMARY KEY (document_id, ends_on, step),
  constraint exemption_reminders_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint exemption_reminders_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exemption_reminders_step_check CHECK ((step = ANY (ARRAY[90, 60, 30, 10, 0])))
);
CREATE INDEX exemption_reminders_by_owner ON public.exemption_reminders USING btree (owner_id, document_id, ends_on, step);
alter table exemption_reminders enable row level security;
alter table exemption_reminders force row level security;
create policy exemption_reminders_own on exemption_reminders for select to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on exemption_reminders to exempta_system
  using (true)
  with check (true);
grant select on exemption_reminders to exempta_app;
grant delete, insert, select, update on exemption_reminders to exempta_system;

create table exemption_states (
  document_id uuid not null,
  state text not null,
  number text,
  owner_id uuid,
  ends_on date,
  judge_again_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  knowledge_version text default ''::text not null,
  issued_by text,
  constraint exemption_states_pkey PRIMARY KEY (document_id, state),
  constraint exemption_states_document_id_fkey FOREIGN KEY (document_id) REFERENCES exemptions(document_id) ON DELETE CASCADE,
  constraint exemption_states_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exemption_states_issued_by_check CHECK ((issued_by ~ '^[A-Z]{2}$'::text)),
  constraint exemption_states_number_check CHECK (((length(number) >= 1) AND (length(number) <= 300))),
  constraint exemption_states_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX exemption_states_by_end ON public.exemption_states USING btree (ends_on, document_id) WHERE (ends_on IS NOT NULL);
CREATE INDEX exemption_states_by_knowledge ON public.exemption_states USING btree (knowledge_version);
CREATE INDEX exemption_states_by_owner ON public.exemption_states USING btree (owner_id, state, document_id);
CREATE INDEX exemption_states_by_owner_end ON public.exemption_states USING btree (owner_id, ends_on, document_id) WHERE (ends_on IS NOT NULL);
CREATE INDEX exemption_states_due ON public.exemption_states USING btree (judge_again_at);
alter table exemption_states enable row level security;
alter table exemption_states force row level security;
create policy exemption_states_own on exemption_states to exempta_app
  using ((EXISTS ( SELECT
   FROM exemptions e
  WHERE ((e.document_id = exemption_states.document_id) AND (e.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))))
  with check ((EXISTS ( SELECT
   FROM exemptions e
  WHERE ((e.document_id = exemption_states.document_id) AND (e.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))));
create policy exemption_states_received on exemption_states for select to exempta_app
  using (((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL) AND (EXISTS ( SELECT
   FROM exemptions e
  WHERE (e.document_id = exemption_states.document_id)))));
create policy system_sees_all on exemption_states to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER name_owner_of_exemption_state BEFORE INSERT ON public.exemption_states FOR EACH ROW WHEN ((new.owner_id IS NULL)) EXECUTE FUNCTION name_owner_of_exemption_state();
CREATE TRIGGER renew_shares_of_confirmed_exemption AFTER INSERT ON public.exemption_states REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_shares_of_exemption();
grant delete, insert, select, update on exemption_states to exempta_app;
grant delete, insert, select, update on exemption_states to exempta_system;

create table exemptions (
  document_id uuid not null,
  owner_id uuid not null,
  version integer not null,
  pages integer[] not null,
  form text,
  purchaser text not null,
  seller text,
  reason text,
  is_blanket boolean,
  has_signature boolean not null,
  signed_on date,
  expires_on date,
  confirmed_at timestamp with time zone not null,
  government text,
  government_state text,
  organization text,
  constraint exemptions_pkey PRIMARY KEY (document_id),
  constraint exemptions_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint exemptions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exemptions_form_check CHECK ((form ~ '^[a-z0-9.-]{1,60}$'::text)),
  constraint exemptions_government_check CHECK ((government = ANY (ARRAY['federal'::text, 'state'::text, 'local'::text]))),
  constraint exemptions_government_state_check CHECK ((government_state ~ '^[A-Z]{2}$'::text)),
  constraint exemptions_organization_check CHECK ((organization = ANY (ARRAY['charity'::text, 'church'::text, 'public-school'::text, 'private-school'::text, 'hospital'::text, 'contractor'::text]))),
  constraint exemptions_pages_check CHECK (((cardinality(pages) >= 1) AND (cardinality(pages) <= 1000))),
  constraint exemptions_purchaser_check CHECK (((length(purchaser) >= 1) AND (length(purchaser) <= 300))),
  constraint exemptions_reason_check CHECK ((reason ~ '^[a-z-]{1,40}$'::text)),
  constraint exemptions_seller_check CHECK (((length(seller) >= 1) AND (length(seller) <= 300)))
);
CREATE INDEX exemptions_by_owner ON public.exemptions USING btree (owner_id, document_id);
alter table exemptions enable row level security;
alter table exemptions force row level security;
create policy exemptions_own on exemptions to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = exemptions.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
create policy exemptions_received on exemptions for select to exempta_app
  using (((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = exemptions.document_id) AND (d.version = exemptions.version))))));
create policy system_sees_all on exemptions to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER renew_shares_of_withdrawn_exemption AFTER DELETE ON public.exemptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_shares_of_exemption();
grant delete, insert, select, update on exemptions to exempta_app;
grant delete, insert, select, update on exemptions to exempta_system;

create table file_keys (
  file_id uuid not null,
  master_key_id text not null,
  wrapped_key bytea not null,
  constraint file_keys_pkey PRIMARY KEY (file_id),
  constraint file_keys_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_files(id) ON DELETE CASCADE,
  constraint file_keys_master_key_id_fkey FOREIGN KEY (master_key_id) REFERENCES master_keys(id),
  constraint file_keys_wrapped_key_check CHECK ((octet_length(wrapped_key) = 60))
);
CREATE INDEX file_keys_by_master_key ON public.file_keys USING btree (master_key_id, file_id);
alter table file_keys enable row level security;
alter table file_keys force row level security;
create policy file_keys_of_own_files on file_keys for insert to exempta_app
  with check ((EXISTS ( SELECT
   FROM stored_files f
  WHERE (f.id = file_keys.file_id))));
create policy system_sees_all on file_keys to exempta_system
  using (true)
  with check (true);
grant insert on file_keys to exempta_app;
grant delete, insert, select, update on file_keys to exempta_system;

create table file_space (
  id uuid default gen_random_uuid() not null,
  constraint file_space_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX file_space_is_one_row ON public.file_space USING btree ((true));
alter table file_space enable row level security;
alter table file_space force row level security;
create policy system_sees_all on file_space to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on file_space to exempta_system;

create table filled_certificates (
  document_id uuid not null,
  owner_id uuid not null,
  batch_id uuid not null,
  business_id uuid,
  source_id uuid,
  form text not null,
  signature text not null,
  signed_at timestamp with time zone not null,
  seller text,
  constraint filled_certificates_pkey PRIMARY KEY (document_id),
  constraint filled_certificates_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint filled_certificates_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint filled_certificates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint filled_certificates_source_id_fkey FOREIGN KEY (source_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint filled_certificates_seller_check CHECK (((length(seller) >= 1) AND (length(seller) <= 300))),
  constraint filled_certificates_signature_check CHECK ((signature = ANY (ARRAY['drawn'::text, 'typed'::text])))
);
CREATE INDEX filled_certificates_by_batch ON public.filled_certificates USING btree (batch_id);
CREATE INDEX filled_certificates_by_business ON public.filled_certificates USING btree (business_id);
CREATE INDEX filled_certificates_by_owner ON public.filled_certificates USING btree (owner_id, document_id);
CREATE INDEX filled_certificates_by_source ON public.filled_certificates USING btree (source_id);
alter table filled_certificates enable row level security;
alter table filled_certificates force row level security;
create policy filled_certificates_own on filled_certificates to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = filled_certificates.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
create policy system_sees_all on filled_certificates to exempta_system
  using (true)
  with check (true);
grant insert, select on filled_certificates to exempta_app;
grant delete, insert, select, update on filled_certificates to exempta_system;

create table guess_counts (
  key bytea not null,
  failures integer not null,
  blocked_until timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  constraint guess_counts_pkey PRIMARY KEY (key)
);
CREATE INDEX guess_counts_by_age ON public.guess_counts USING btree (counted_at);
alter table guess_counts enable row level security;
alter table guess_counts force row level security;
create policy system_sees_all on guess_counts to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on guess_counts to exempta_system;

create table idempotent_calls (
  key_id uuid not null,
  name text not null,
  request_hash bytea not null,
  taken_at timestamp with time zone not null,
  status smallint,
  answer bytea,
  constraint idempotent_calls_pkey PRIMARY KEY (key_id, name),
  constraint idempotent_calls_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint idempotent_calls_check CHECK (((status IS NULL) = (answer IS NULL))),
  constraint idempotent_calls_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint idempotent_calls_request_hash_check CHECK ((length(request_hash) = 32))
);
CREATE INDEX idempotent_calls_by_time ON public.idempotent_calls USING btree (taken_at);
alter table idempotent_calls enable row level security;
alter table idempotent_calls force row level security;
create policy system_sees_all on idempotent_calls to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on idempotent_calls to exempta_system;

create table inbound_attachments (
  id uuid not null,
  email_id uuid not null,
  business_id uuid not null,
  position smallint not null,
  name text not null,
  size_bytes bigint not null,
  refusal text,
  is_held boolean not null,
  constraint inbound_attachments_pkey PRIMARY KEY (id),
  constraint inbound_attachments_email_id_position_key UNIQUE (email_id, "position"),
  constraint inbound_attachments_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint inbound_attachments_email_id_fkey FOREIGN KEY (email_id) REFERENCES inbound_emails(id) ON DELETE CASCADE,
  constraint inbound_attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint inbound_attachments_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 300))),
  constraint inbound_attachments_size_bytes_check CHECK ((size_bytes >= 0))
);
CREATE INDEX inbound_attachments_by_business ON public.inbound_attachments USING btree (business_id);
alter table inbound_attachments enable row level security;
alter table inbound_attachments force row level security;
create policy inbound_attachments_own on inbound_attachments for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on inbound_attachments to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER destroy_inbound_attachment AFTER DELETE ON public.inbound_attachments FOR EACH ROW WHEN (old.is_held) EXECUTE FUNCTION destroy_pieces_of_upload();
grant select on inbound_attachments to exempta_app;
grant delete, insert, select, update on inbound_attachments to exempta_system;

create table inbound_emails (
  id uuid not null,
  business_id uuid not null,
  request_id uuid,
  message_hash bytea not null,
  status text not null,
  reason text,
  size_bytes bigint not null,
  envelope_from text,
  client_name text,
  client_ip text,
  sender citext,
  subject text,
  body_text text,
  spf text,
  dkim text,
  dmarc text,
  is_authentic boolean default false not null,
  import_id uuid,
  arrived_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint inbound_emails_pkey PRIMARY KEY (id),
  constraint inbound_emails_message_hash_key UNIQUE (message_hash),
  constraint inbound_emails_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint inbound_emails_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint inbound_emails_import_id_fkey FOREIGN KEY (import_id) REFERENCES archive_imports(id) ON DELETE SET NULL,
  constraint inbound_emails_request_id_fkey FOREIGN KEY (request_id) REFERENCES certificate_requests(id) ON DELETE SET NULL,
  constraint inbound_emails_body_text_check CHECK ((length(body_text) <= 4000)),
  constraint inbound_emails_check CHECK (((status = 'waiting'::text) = (reason IS NOT NULL))),
  constraint inbound_emails_client_ip_check CHECK ((length(client_ip) <= 64)),
  constraint inbound_emails_client_name_check CHECK ((length(client_name) <= 255)),
  constraint inbound_emails_envelope_from_check CHECK ((length(envelope_from) <= 320)),
  constraint inbound_emails_message_hash_check CHECK ((length(message_hash) = 32)),
  constraint inbound_emails_reason_check CHECK ((reason = ANY (ARRAY['not-authentic'::text, 'stranger'::text, 'closed'::text, 'automatic'::text, 'no-attachment'::text, 'unreadable'::text]))),
  constraint inbound_emails_sender_check CHECK ((length((sender)::text) <= 254)),
  constraint inbound_emails_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint inbound_emails_status_check CHECK ((status = ANY (ARRAY['arrived'::text, 'waiting'::text, 'accepted'::text, 'discarded'::text, 'bounce'::text, 'automatic'::text, 'own'::text]))),
  constraint inbound_emails_subject_check CHECK ((length(subject) <= 200))
);
CREATE INDEX inbound_emails_by_age ON public.inbound_emails USING btree (arrived_at);
CREATE INDEX inbound_emails_by_business ON public.inbound_emails USING btree (business_id, arrived_at DESC, id DESC);
CREATE INDEX inbound_emails_by_decider ON public.inbound_emails USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX inbound_emails_by_import ON public.inbound_emails USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX inbound_emails_by_request ON public.inbound_emails USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX inbound_emails_by_sender ON public.inbound_emails USING btree (sender) WHERE (sender IS NOT NULL);
CREATE INDEX inbound_emails_waiting ON public.inbound_emails USING btree (business_id, arrived_at DESC, id DESC) WHERE (status = 'waiting'::text);
alter table inbound_emails enable row level security;
alter table inbound_emails force row level security;
create policy inbound_emails_own on inbound_emails for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on inbound_emails to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER destroy_inbound_email AFTER DELETE ON public.inbound_emails FOR EACH ROW EXECUTE FUNCTION destroy_pieces_of_upload();
grant select on inbound_emails to exempta_app;
grant delete, insert, select, update on inbound_emails to exempta_system;

create table inbound_state (
  kind text not null,
  checked_at timestamp with time zone,
  received_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  constraint inbound_state_pkey PRIMARY KEY (kind),
  constraint inbound_state_failure_check CHECK ((length(failure) <= 200)),
  constraint inbound_state_kind_check CHECK ((kind = ANY (ARRAY['smtp'::text, 'imap'::text])))
);
alter table inbound_state enable row level security;
alter table inbound_state force row level security;
create policy system_sees_all on inbound_state to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on inbound_state to exempta_system;

create table installation_kind (
  is_demo boolean not null,
  decided_at timestamp with time zone not null
);
CREATE UNIQUE INDEX installation_kind_is_one_row ON public.installation_kind USING btree ((true));
alter table installation_kind enable row level security;
alter table installation_kind force row level security;
create policy system_sees_all on installation_kind to exempta_system
  using (true)
  with check (true);
grant insert, select on installation_kind to exempta_system;

create table irs_organizations (
  ein text not null,
  name text not null,
  city text not null,
  state text not null,
  subsection text not null,
  constraint irs_organizations_pkey PRIMARY KEY (ein)
);
alter table irs_organizations enable row level security;
alter table irs_organizations force row level security;
create policy numbers_read on irs_organizations for select to exempta_app
  using ((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL));
create policy system_sees_all on irs_organizations to exempta_system
  using (true)
  with check (true);
grant select on irs_organizations to exempta_app;
grant delete, insert, select, update on irs_organizations to exempta_system;

create table job_applications (
  id uuid not null,
  position text not null,
  name text not null,
  email citext not null,
  phone text not null,
  cover_letter text not null,
  state text default 'new'::text not null,
  resume_name text not null,
  resume_type text not null,
  resume_bytes integer not null,
  submitted_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  account_id uuid,
  constraint job_applications_pkey PRIMARY KEY (id),
  constraint job_applications_position_check CHECK (("position" ~ '^[a-z][a-z-]{0,60}$'::text)),
  constraint job_applications_resume_bytes_check CHECK ((resume_bytes > 0)),
  constraint job_applications_state_check CHECK ((state = ANY (ARRAY['new'::text, 'in-review'::text, 'accepted'::text, 'rejected'::text])))
);
CREATE INDEX job_applications_by_account ON public.job_applications USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX job_applications_by_email ON public.job_applications USING btree (email);
CREATE INDEX job_applications_by_state ON public.job_applications USING btree (state, submitted_at, id);
CREATE INDEX job_applications_by_time ON public.job_applications USING btree (submitted_at, id);
alter table job_applications enable row level security;
alter table job_applications force row level security;
create policy of_administrators on job_applications for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on job_applications to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER assign_account_of_address BEFORE INSERT ON public.job_applications FOR EACH ROW EXECUTE FUNCTION assign_account_of_address('email');
grant select on job_applications to exempta_app;
grant delete, insert, select, update on job_applications to exempta_system;

create table job_turns (
  job text not null,
  key text not null,
  turn integer not null,
  constraint job_turns_pkey PRIMARY KEY (job, key)
);
CREATE INDEX job_turns_by_turn ON public.job_turns USING btree (job, turn);
alter table job_turns enable row level security;
alter table job_turns force row level security;
create policy owner_takes_turns on job_turns to current_user
  using (true)
  with check (true);
create policy system_sees_all on job_turns to exempta_system
  using (true)
  with check (true);

create table kept_copies (
  id uuid not null,
  business_id uuid not null,
  owner_id uuid,
  document_name text,
  share_id uuid not null,
  customer_id uuid not null,
  document_id uuid not null,
  version integer not null,
  document_type text not null,
  file_id uuid not null,
  state text not null,
  first_relied_on date not null,
  last_relied_on date not null,
  kept_until date not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint kept_copies_pkey PRIMARY KEY (id),
  constraint kept_copies_business_id_document_id_version_state_key UNIQUE (business_id, document_id, version, state),
  constraint kept_copies_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint kept_copies_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_files(id),
  constraint kept_copies_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint kept_copies_check CHECK (((first_relied_on <= last_relied_on) AND (last_relied_on <= kept_until))),
  constraint kept_copies_check1 CHECK (((owner_id IS NOT NULL) OR (document_name IS NULL))),
  constraint kept_copies_check2 CHECK ((((ended_at AT TIME ZONE 'UTC'::text))::date > kept_until)),
  constraint kept_copies_document_name_check CHECK (((length(document_name) >= 1) AND (length(document_name) <= 200))),
  constraint kept_copies_document_type_check CHECK ((document_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  constraint kept_copies_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  constraint kept_copies_version_check CHECK ((version > 0))
);
CREATE INDEX kept_copies_by_end ON public.kept_copies USING btree (kept_until);
CREATE INDEX kept_copies_by_file ON public.kept_copies USING btree (file_id);
CREATE INDEX kept_copies_by_owner ON public.kept_copies USING btree (owner_id, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX kept_copies_by_share ON public.kept_copies USING btree (share_id, state);
CREATE INDEX kept_copies_by_state ON public.kept_copies USING btree (business_id, state, id);
alter table kept_copies enable row level security;
alter table kept_copies force row level security;
create policy kept_copies_read on kept_copies for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))));
create policy system_sees_all on kept_copies to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER guard_kept_copy BEFORE DELETE OR UPDATE ON public.kept_copies FOR EACH ROW EXECUTE FUNCTION guard_kept_copy();
CREATE TRIGGER release_kept_file AFTER DELETE ON public.kept_copies FOR EACH ROW EXECUTE FUNCTION release_kept_file();
grant select on kept_copies to exempta_app;
grant delete, insert, select, update on kept_copies to exempta_system;

create table known_devices (
  user_id uuid not null,
  device_hash bytea not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_by_age ON public.known_devices USING btree (last_used_at);
alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy system_sees_all on known_devices to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on known_devices to exempta_system;

create table learned_forms (
  id uuid not null,
  form text,
  revision text,
  size_bytes integer not null,
  pages jsonb not null,
  zones jsonb not null,
  fingerprint jsonb default '[]'::jsonb not null,
  uploaded_by uuid,
  uploaded_at timestamp with time zone not null,
  learned_at timestamp with time zone,
  constraint learned_forms_pkey PRIMARY KEY (id),
  constraint learned_forms_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint learned_forms_check CHECK (((learned_at IS NULL) OR (form IS NOT NULL))),
  constraint learned_forms_form_check CHECK ((form ~ '^[a-z0-9]+(-[a-z0-9.]+)*$'::text)),
  constraint learned_forms_revision_check CHECK (((length(revision) >= 1) AND (length(revision) <= 40))),
  constraint learned_forms_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX learned_forms_by_uploader ON public.learned_forms USING btree (uploaded_by);
alter table learned_forms enable row level security;
alter table learned_forms force row level security;
create policy learned_forms_read on learned_forms for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on learned_forms to exempta_system
  using (true)
  with check (true);
grant select on learned_forms to exempta_app;
grant delete, insert, select, update on learned_forms to exempta_system;

create table live_events (
  stream text not null,
  seq bigint not null,
  name text not null,
  payload json not null,
  created_at timestamp with time zone default now() not null,
  constraint live_events_pkey PRIMARY KEY (stream, seq)
);
CREATE INDEX live_events_by_age ON public.live_events USING btree (created_at);
alter table live_events enable row level security;
alter table live_events force row level security;
create policy system_sees_all on live_events to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on live_events to exempta_system;

create table live_streams (
  stream text not null,
  last_seq bigint not null,
  constraint live_streams_pkey PRIMARY KEY (stream)
);
alter table live_streams enable row level security;
alter table live_streams force row level security;
create policy system_sees_all on live_streams to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on live_streams to exempta_system;

create table mail_share_codes (
  link_id uuid not null,
  code_hash bytea not null,
  attempts integer default 0 not null,
  sent_count integer default 1 not null,
  first_sent_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mail_share_codes_pkey PRIMARY KEY (link_id),
  constraint mail_share_codes_link_id_fkey FOREIGN KEY (link_id) REFERENCES mail_share_links(id) ON DELETE CASCADE,
  constraint mail_share_codes_code_hash_check CHECK ((length(code_hash) = 32))
);
CREATE INDEX mail_share_codes_by_end ON public.mail_share_codes USING btree (expires_at);
alter table mail_share_codes enable row level security;
alter table mail_share_codes force row level security;
create policy system_sees_all on mail_share_codes to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on mail_share_codes to exempta_system;

create table mail_share_links (
  id uuid not null,
  token_hash bytea not null,
  owner_id uuid not null,
  email citext not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mail_share_links_pkey PRIMARY KEY (id),
  constraint mail_share_links_token_hash_key UNIQUE (token_hash),
  constraint mail_share_links_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mail_share_links_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX mail_share_links_by_email ON public.mail_share_links USING btree (email);
CREATE INDEX mail_share_links_by_end ON public.mail_share_links USING btree (expires_at);
CREATE INDEX mail_share_links_by_owner ON public.mail_share_links USING btree (owner_id, created_at);
alter table mail_share_links enable row level security;
alter table mail_share_links force row level security;
create policy mail_share_links_add on mail_share_links for insert to exempta_app
  with check ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy mail_share_links_own on mail_share_links for select to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on mail_share_links to exempta_system
  using (true)
  with check (true);
grant insert, select (id, owner_id, created_at) on mail_share_links to exempta_app;
grant delete, insert, select, update on mail_share_links to exempta_system;

create table mail_share_openings (
  viewer_id uuid not null,
  share_id uuid not null,
  constraint mail_share_openings_pkey PRIMARY KEY (viewer_id, share_id),
  constraint mail_share_openings_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE,
  constraint mail_share_openings_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES mail_share_viewers(id) ON DELETE CASCADE
);
CREATE INDEX mail_share_openings_by_share ON public.mail_share_openings USING btree (share_id);
alter table mail_share_openings enable row level security;
alter table mail_share_openings force row level security;
create policy system_sees_all on mail_share_openings to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on mail_share_openings to exempta_system;

create table mail_share_viewers (
  id uuid not null,
  token_hash bytea not null,
  link_id uuid not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mail_share_viewers_pkey PRIMARY KEY (id),
  constraint mail_share_viewers_token_hash_key UNIQUE (token_hash),
  constraint mail_share_viewers_link_id_fkey FOREIGN KEY (link_id) REFERENCES mail_share_links(id) ON DELETE CASCADE,
  constraint mail_share_viewers_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX mail_share_viewers_by_end ON public.mail_share_viewers USING btree (expires_at);
CREATE INDEX mail_share_viewers_by_link ON public.mail_share_viewers USING btree (link_id);
alter table mail_share_viewers enable row level security;
alter table mail_share_viewers force row level security;
create policy system_sees_all on mail_share_viewers to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER destroy_stamps_of_viewer AFTER DELETE ON public.mail_share_viewers FOR EACH ROW EXECUTE FUNCTION destroy_stamps_of_viewer();
grant delete, insert, select, update on mail_share_viewers to exempta_system;

create table mails (
  id uuid not null,
  recipient text not null,
  template text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  message_id text not null,
  status text not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  account_id uuid,
  sender_id uuid,
  reply_to text,
  constraint mails_pkey PRIMARY KEY (id, created_at),
  constraint mails_account_id_fkey1 FOREIGN KEY (account_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mails_sender_id_fkey1 FOREIGN KEY (sender_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'kept'::text, 'sent'::text, 'failed'::text])))
) partition by RANGE (created_at);
CREATE INDEX mails_by_account ON ONLY public.mails USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX mails_by_age ON ONLY public.mails USING btree (created_at DESC, id);
CREATE INDEX mails_by_part_of_recipient ON ONLY public.mails USING gin (recipient gin_trgm_ops);
CREATE INDEX mails_by_part_of_subject ON ONLY public.mails USING gin (subject gin_trgm_ops);
CREATE INDEX mails_by_sender ON ONLY public.mails USING btree (sender_id) WHERE (sender_id IS NOT NULL);
CREATE INDEX mails_by_status ON ONLY public.mails USING btree (status, created_at DESC, id);
CREATE INDEX mails_unclaimed ON ONLY public.mails USING btree (lower(recipient)) WHERE (account_id IS NULL);
alter table mails enable row level security;
alter table mails force row level security;
create policy administrators_see_mail on mails for select to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy anybody_causes_mail on mails for insert to exempta_app
  with check (((status = ANY (ARRAY['queued'::text, 'kept'::text])) AND (attempts = 0) AND (sent_at IS NULL)));
create policy system_sees_all on mails to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER assign_account_of_address BEFORE INSERT ON public.mails FOR EACH ROW WHEN ((new.account_id IS NULL)) EXECUTE FUNCTION assign_account_of_address('recipient');
grant insert, select (id, recipient, template, subject, message_id, status, attempts, last_error, created_at, sent_at) on mails to exempta_app;
grant delete, insert, select, update on mails to exempta_system;

create table master_keys (
  id text not null,
  version integer generated always as identity not null,
  created_at timestamp with time zone not null,
  constraint master_keys_pkey PRIMARY KEY (id),
  constraint master_keys_version_key UNIQUE (version),
  constraint master_keys_id_check CHECK ((id ~ '^[0-9a-f]{32}$'::text))
);
alter table master_keys enable row level security;
alter table master_keys force row level security;
create policy master_keys_names on master_keys for select to exempta_app
  using (true);
create policy system_sees_all on master_keys to exempta_system
  using (true)
  with check (true);
grant select (id, version) on master_keys to exempta_app;
grant delete, insert, select, update on master_keys to exempta_system;

create table notification_preferences (
  user_id uuid not null,
  mailed_types text[] not null,
  updated_at timestamp with time zone not null,
  mailed_outcomes text[] default '{}'::text[] not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_preferences_mailed_outcomes_check CHECK ((mailed_outcomes <@ ARRAY['verified'::text, 'rejected'::text, 'first-view'::text, 'expiring'::text])),
  constraint notification_preferences_mailed_types_check CHECK ((mailed_types <@ ARRAY['users'::text, 'businesses'::text, 'other'::text]))
);
alter table notification_preferences enable row level security;
alter table notification_preferences force row level security;
create policy notification_preferences_own on notification_preferences to exempta_app
  using ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on notification_preferences to exempta_system
  using (true)
  with check (true);
grant insert, select, update on notification_preferences to exempta_app;
grant delete, insert, select, update on notification_preferences to exempta_system;

create table notification_reads (
  user_id uuid not null,
  notification_id uuid not null,
  read_at timestamp with time zone not null,
  constraint notification_reads_pkey PRIMARY KEY (user_id, notification_id),
  constraint notification_reads_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint notification_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_reads_by_notification ON public.notification_reads USING btree (notification_id);
alter table notification_reads enable row level security;
alter table notification_reads force row level security;
create policy notification_reads_add on notification_reads for insert to exempta_app
  with check (((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (EXISTS ( SELECT
   FROM notifications n
  WHERE (n.id = notification_reads.notification_id)))));
create policy notification_reads_own on notification_reads for select to exempta_app
  using ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on notification_reads to exempta_system
  using (true)
  with check (true);
grant insert, select on notification_reads to exempta_app;
grant delete, insert, select, update on notification_reads to exempta_system;

create table notifications (
  id uuid not null,
  audience text not null,
  person_id uuid,
  type text not null,
  title text not null,
  message text not null,
  created_at timestamp with time zone not null,
  link text,
  kind text,
  about text,
  document_count integer default 1 not null,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_about_check CHECK (((length(about) >= 1) AND (length(about) <= 200))),
  constraint notifications_audience_check CHECK ((audience ~ '^(everybody|role:(user|business|admin)|(business|person):[0-9a-f-]{36})$'::text)),
  constraint notifications_check CHECK (((audience = ('person:'::text || person_id)) OR ((person_id IS NULL) AND (audience !~~ 'person:%'::text)))),
  constraint notifications_document_count_check CHECK ((document_count > 0)),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['verified'::text, 'rejected'::text, 'first-view'::text, 'received'::text, 'ready'::text]))),
  constraint notifications_link_check CHECK (((length(link) <= 300) AND (link ~ '^/[a-z][!-~]*$'::text))),
  constraint notifications_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint notifications_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint notifications_type_check CHECK ((type = ANY (ARRAY['users'::text, 'businesses'::text, 'other'::text])))
);
alter table notifications alter column audience set (n_distinct=2);
CREATE INDEX notifications_by_age ON public.notifications USING brin (created_at);
CREATE INDEX notifications_by_audience ON public.notifications USING btree (audience, created_at DESC, id DESC);
CREATE INDEX notifications_by_person ON public.notifications USING btree (person_id) WHERE (person_id IS NOT NULL);
alter table notifications enable row level security;
alter table notifications force row level security;
create policy notifications_add on notifications for insert to exempta_app
  with check (true);
create policy notifications_read on notifications for select to exempta_app
  using (((array_position(( SELECT exempta_audiences() AS exempta_audiences), audience) IS NOT NULL) AND ((person_id IS NOT NULL) OR (audience ~~ 'business:%'::text) OR (created_at >= ( SELECT u.created_at
   FROM users u
  WHERE (u.id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
create policy system_sees_all on notifications to exempta_system
  using (true)
  with check (true);
grant insert, select on notifications to exempta_app;
grant delete, insert, select on notifications to exempta_system;

create table number_files (
  source text not null,
  file_date date not null,
  row_count integer not null,
  content_hash bytea not null,
  loaded_at timestamp with time zone not null,
  constraint number_files_pkey PRIMARY KEY (source),
  constraint number_files_content_hash_check CHECK ((octet_length(content_hash) = 32)),
  constraint number_files_row_count_check CHECK ((row_count >= 0)),
  constraint number_files_source_check CHECK (((source = 'irs'::text) OR (source ~ '^[A-Z]{2}$'::text)))
);
alter table number_files enable row level security;
alter table number_files force row level security;
create policy numbers_read on number_files for select to exempta_app
  using ((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL));
create policy system_sees_all on number_files to exempta_system
  using (true)
  with check (true);
grant select on number_files to exempta_app;
grant delete, insert, select, update on number_files to exempta_system;

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  user_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  email citext,
  subject_id uuid,
  constraint one_time_links_pkey PRIMARY KEY (token_hash),
  constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['set-up'::text, 'reset-password'::text, 'choose-password'::text, 'verify-email'::text, 'change-email'::text, 'invitation'::text, 'chat'::text])))
);
CREATE INDEX one_time_links_by_end ON public.one_time_links USING btree (expires_at);
CREATE INDEX one_time_links_by_subject ON public.one_time_links USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE INDEX one_time_links_by_user ON public.one_time_links USING btree (user_id);
alter table one_time_links enable row level security;
alter table one_time_links force row level security;
create policy system_sees_all on one_time_links to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on one_time_links to exempta_system;

create table passkeys (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0))
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id, created_at);
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy system_sees_all on passkeys to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on passkeys to exempta_system;

create table passwords (
  user_id uuid not null,
  hash text not null,
  changed_at timestamp with time zone not null,
  is_temporary boolean default false not null,
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table passwords enable row level security;
alter table passwords force row level security;
create policy system_sees_all on passwords to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on passwords to exempta_system;

create table privacy_settings (
  user_id uuid not null,
  retention_days integer,
  updated_at timestamp with time zone not null,
  constraint privacy_settings_pkey PRIMARY KEY (user_id),
  constraint privacy_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint privacy_settings_retention_days_check CHECK ((retention_days = ANY (ARRAY[30, 90, 365])))
);
alter table privacy_settings enable row level security;
alter table privacy_settings force row level security;
create policy own on privacy_settings to exempta_app
  using ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check ((user_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy system_sees_all on privacy_settings to exempta_system
  using (true)
  with check (true);
grant insert, select, update on privacy_settings to exempta_app;
grant delete, insert, select, update on privacy_settings to exempta_system;

create table received_day_forms (
  business_id uuid not null,
  day date not null,
  form text,
  pending integer not null,
  verified integer not null,
  rejected integer not null,
  constraint received_day_forms_business_id_day_form_key UNIQUE NULLS NOT DISTINCT (business_id, day, form),
  constraint received_day_forms_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE
);
alter table received_day_forms enable row level security;
alter table received_day_forms force row level security;
create policy received_day_forms_own on received_day_forms for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on received_day_forms to exempta_system
  using (true)
  with check (true);
grant select on received_day_forms to exempta_app;
grant delete, insert, select, update on received_day_forms to exempta_system;

create table received_day_notes (
  business_id uuid not null,
  day date not null
);
CREATE INDEX received_day_notes_by_day ON public.received_day_notes USING btree (business_id, day);
alter table received_day_notes enable row level security;
alter table received_day_notes force row level security;
create policy received_day_notes_own on received_day_notes for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on received_day_notes to exempta_system
  using (true)
  with check (true);
grant select on received_day_notes to exempta_app;
grant delete, insert, select, update on received_day_notes to exempta_system;

create table received_day_reviewers (
  business_id uuid not null,
  day date not null,
  reviewed_by uuid,
  reviewed_by_key uuid,
  verified integer not null,
  rejected integer not null,
  minutes integer[] not null,
  reviews integer[] not null,
  constraint received_day_reviewers_business_id_day_reviewed_by_reviewed_key UNIQUE NULLS NOT DISTINCT (business_id, day, reviewed_by, reviewed_by_key),
  constraint received_day_reviewers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE
);
alter table received_day_reviewers enable row level security;
alter table received_day_reviewers force row level security;
create policy received_day_reviewers_own on received_day_reviewers for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on received_day_reviewers to exempta_system
  using (true)
  with check (true);
grant select on received_day_reviewers to exempta_app;
grant delete, insert, select, update on received_day_reviewers to exempta_system;

create table received_reminders (
  share_id uuid not null,
  ends_on date not null,
  step smallint not null,
  business_id uuid not null,
  sent_at timestamp with time zone not null,
  constraint received_reminders_pkey PRIMARY KEY (share_id, ends_on, step),
  constraint received_reminders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint received_reminders_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE,
  constraint received_reminders_step_check CHECK ((step = ANY (ARRAY[10, 0])))
);
CREATE INDEX received_reminders_by_business ON public.received_reminders USING btree (business_id);
alter table received_reminders enable row level security;
alter table received_reminders force row level security;
create policy received_reminders_read on received_reminders for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on received_reminders to exempta_system
  using (true)
  with check (true);
grant select on received_reminders to exempta_app;
grant delete, insert, select, update on received_reminders to exempta_system;

create table renewal_consents (
  renewal_id uuid not null,
  business_id uuid not null,
  consented_at timestamp with time zone not null,
  constraint renewal_consents_pkey PRIMARY KEY (renewal_id, business_id),
  constraint renewal_consents_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint renewal_consents_renewal_id_fkey FOREIGN KEY (renewal_id) REFERENCES certificate_renewals(id) ON DELETE CASCADE
);
CREATE INDEX renewal_consents_by_business ON public.renewal_consents USING btree (business_id);
alter table renewal_consents enable row level security;
alter table renewal_consents force row level security;
create policy renewal_consents_own on renewal_consents to exempta_app
  using ((EXISTS ( SELECT
   FROM certificate_renewals r
  WHERE (r.id = renewal_consents.renewal_id))))
  with check ((EXISTS ( SELECT
   FROM certificate_renewals r
  WHERE (r.id = renewal_consents.renewal_id))));
create policy system_sees_all on renewal_consents to exempta_system
  using (true)
  with check (true);
grant insert, select on renewal_consents to exempta_app;
grant delete, insert, select, update on renewal_consents to exempta_system;

create table report_schedules (
  template_id uuid not null,
  user_id uuid not null,
  every text not null,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  hour smallint default 13 not null,
  time_zone text default 'UTC'::text not null,
  constraint report_schedules_pkey PRIMARY KEY (template_id, user_id),
  constraint report_schedules_template_id_fkey FOREIGN KEY (template_id) REFERENCES report_templates(id) ON DELETE CASCADE,
  constraint report_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_schedules_every_check CHECK ((every = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
CREATE INDEX report_schedules_by_time ON public.report_schedules USING btree (next_at);
CREATE INDEX report_schedules_by_user ON public.report_schedules USING btree (user_id);
alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy report_schedules_admins on report_schedules to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on report_schedules to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on report_schedules to exempta_app;
grant delete, insert, select, update on report_schedules to exempta_system;

create table report_templates (
  id uuid not null,
  name text not null,
  description text not null,
  type text not null,
  settings jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint report_templates_pkey PRIMARY KEY (id),
  constraint report_templates_description_check CHECK ((length(description) <= 300)),
  constraint report_templates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint report_templates_type_check CHECK ((type = ANY (ARRAY['documents'::text, 'businesses'::text, 'users'::text, 'document_shares'::text, 'business_users'::text])))
);
CREATE INDEX report_templates_by_creation ON public.report_templates USING btree (created_at DESC, id DESC);
alter table report_templates enable row level security;
alter table report_templates force row level security;
create policy report_templates_of_administrators on report_templates to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on report_templates to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on report_templates to exempta_app;
grant delete, insert, select, update on report_templates to exempta_system;

create table request_answers (
  id uuid not null,
  request_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  document_id uuid,
  email citext,
  code_hash bytea,
  code_attempts integer default 0 not null,
  code_sent_at timestamp with time zone,
  code_expires_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  progress_at timestamp with time zone default now() not null,
  source_hash bytea,
  size_bytes integer default 0 not null,
  constraint request_answers_pkey PRIMARY KEY (id),
  constraint request_answers_token_hash_key UNIQUE (token_hash),
  constraint request_answers_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint request_answers_request_id_fkey FOREIGN KEY (request_id) REFERENCES certificate_requests(id) ON DELETE CASCADE,
  constraint request_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint request_answers_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint request_answers_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint request_answers_source_hash_check CHECK ((length(source_hash) = 32)),
  constraint request_answers_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX request_answers_by_document ON public.request_answers USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX request_answers_by_request ON public.request_answers USING btree (request_id) WHERE (sent_at IS NULL);
CREATE INDEX request_answers_by_user ON public.request_answers USING btree (user_id);
CREATE INDEX request_answers_open ON public.request_answers USING btree (progress_at) WHERE (sent_at IS NULL);
CREATE INDEX request_answers_sent ON public.request_answers USING btree (sent_at) WHERE (sent_at IS NOT NULL);
alter table request_answers enable row level security;
alter table request_answers force row level security;
create policy system_sees_all on request_answers to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on request_answers to exempta_system;

create table request_refusals (
  business_id uuid not null,
  address_hash bytea not null,
  kind text not null,
  at timestamp with time zone not null,
  constraint request_refusals_pkey PRIMARY KEY (business_id, address_hash, kind),
  constraint request_refusals_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint request_refusals_address_hash_check CHECK ((length(address_hash) = 32)),
  constraint request_refusals_kind_check CHECK ((kind = ANY (ARRAY['not-exempt'::text, 'no-email'::text])))
);
alter table request_refusals enable row level security;
alter table request_refusals force row level security;
create policy request_refusals_own on request_refusals for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on request_refusals to exempta_system
  using (true)
  with check (true);
grant select on request_refusals to exempta_app;
grant delete, insert, select, update on request_refusals to exempta_system;

create table request_uploads (
  id uuid not null,
  answer_id uuid not null,
  name text not null,
  modified_at timestamp with time zone not null,
  size_bytes integer not null,
  received_bytes integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint request_uploads_pkey PRIMARY KEY (id),
  constraint request_uploads_answer_id_key UNIQUE (answer_id),
  constraint request_uploads_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES request_answers(id) ON DELETE CASCADE,
  constraint request_uploads_check CHECK (((received_bytes >= 0) AND (received_bytes <= size_bytes))),
  constraint request_uploads_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint request_uploads_size_bytes_check CHECK ((size_bytes > 0))
);
alter table request_uploads enable row level security;
alter table request_uploads force row level security;
create policy system_sees_all on request_uploads to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER destroy_pieces_of_upload AFTER DELETE ON public.request_uploads FOR EACH ROW EXECUTE FUNCTION destroy_pieces_of_upload();
grant delete, insert, select, update on request_uploads to exempta_system;

create table rules_files (
  id uuid not null,
  version text not null,
  title text not null,
  publisher text not null,
  published_on date not null,
  signed_by text not null,
  content text not null,
  preview jsonb default 'null'::jsonb not null,
  uploaded_by uuid,
  uploaded_at timestamp with time zone not null,
  activated_by uuid,
  activated_at timestamp with time zone,
  is_active boolean default false not null,
  constraint rules_files_pkey PRIMARY KEY (id),
  constraint rules_files_version_key UNIQUE (version),
  constraint rules_files_activated_by_fkey FOREIGN KEY (activated_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint rules_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint rules_files_content_check CHECK ((length(content) <= 8000000)),
  constraint rules_files_publisher_check CHECK (((length(publisher) >= 2) AND (length(publisher) <= 100))),
  constraint rules_files_title_check CHECK (((length(title) >= 2) AND (length(title) <= 100))),
  constraint rules_files_version_check CHECK ((version ~ '^[0-9a-f]{16}$'::text))
);
CREATE UNIQUE INDEX rules_files_active ON public.rules_files USING btree (is_active) WHERE is_active;
CREATE INDEX rules_files_by_activator ON public.rules_files USING btree (activated_by);
CREATE INDEX rules_files_by_uploader ON public.rules_files USING btree (uploaded_by);
alter table rules_files enable row level security;
alter table rules_files force row level security;
create policy system_sees_all on rules_files to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on rules_files to exempta_system;

create table sales_lists (
  id uuid not null,
  business_id uuid not null,
  campaign_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sales_lists_pkey PRIMARY KEY (id),
  constraint sales_lists_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint sales_lists_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL,
  constraint sales_lists_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX sales_lists_by_business ON public.sales_lists USING btree (business_id, created_at DESC, id DESC);
CREATE INDEX sales_lists_by_campaign ON public.sales_lists USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX sales_lists_by_creator ON public.sales_lists USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX sales_lists_by_end ON public.sales_lists USING btree (expires_at);
alter table sales_lists enable row level security;
alter table sales_lists force row level security;
create policy sales_lists_own on sales_lists to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)))
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on sales_lists to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on sales_lists to exempta_app;
grant delete, insert, select, update on sales_lists to exempta_system;

create table sealed_secrets (
  owner_id uuid not null,
  purpose text not null,
  master_key_id text not null,
  sealed bytea not null,
  constraint sealed_secrets_pkey PRIMARY KEY (owner_id, purpose),
  constraint sealed_secrets_master_key_id_fkey FOREIGN KEY (master_key_id) REFERENCES master_keys(id),
  constraint sealed_secrets_purpose_check CHECK ((purpose ~ '^[a-z][a-z-]{0,39}$'::text))
);
CREATE INDEX sealed_secrets_by_master_key ON public.sealed_secrets USING btree (master_key_id, owner_id, purpose);
alter table sealed_secrets enable row level security;
alter table sealed_secrets force row level security;
create policy system_sees_all on sealed_secrets to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on sealed_secrets to exempta_system;

create table session_challenges (
  session_id uuid not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint session_challenges_pkey PRIMARY KEY (session_id),
  constraint session_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
alter table session_challenges enable row level security;
alter table session_challenges force row level security;
create policy system_sees_all on session_challenges to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on session_challenges to exempta_system;

create table sessions (
  id uuid default gen_random_uuid() not null,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ip inet,
  user_agent text,
  stage text default 'full'::text not null,
  sign_on_provider_id uuid,
  sign_on_subject text,
  sign_on_session text,
  has_provider_factor boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_sign_on_provider_id_fkey FOREIGN KEY (sign_on_provider_id) REFERENCES sign_on_providers(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_stage_check CHECK ((stage = ANY (ARRAY['second-factor'::text, 'full'::text])))
);
CREATE INDEX sessions_by_age ON public.sessions USING btree (created_at);
CREATE INDEX sessions_by_provider ON public.sessions USING btree (sign_on_provider_id, sign_on_subject) WHERE (sign_on_provider_id IS NOT NULL);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy system_sees_all on sessions to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER note_member_activity AFTER INSERT OR UPDATE OF last_seen_at ON public.sessions FOR EACH ROW WHEN ((new.stage = 'full'::text)) EXECUTE FUNCTION note_member_activity();
grant delete, insert, select, update on sessions to exempta_system;

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (key)
);
alter table settings enable row level security;
alter table settings force row level security;
create policy settings_of_administrators on settings to exempta_app
  using ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text))
  with check ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text));
create policy system_sees_all on settings to exempta_system
  using (true)
  with check (true);
grant insert, select, update on settings to exempta_app;
grant insert, select, update on settings to exempta_system;

create table share_corrections (
  share_id uuid not null,
  document_id uuid not null,
  owner_id uuid not null,
  requested_at timestamp with time zone not null,
  constraint share_corrections_pkey PRIMARY KEY (share_id),
  constraint share_corrections_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint share_corrections_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint share_corrections_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE
);
CREATE INDEX share_corrections_by_document ON public.share_corrections USING btree (document_id);
CREATE INDEX share_corrections_by_owner ON public.share_corrections USING btree (owner_id);
alter table share_corrections enable row level security;
alter table share_corrections force row level security;
create policy share_corrections_own on share_corrections to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (EXISTS ( SELECT
   FROM document_shares s
  WHERE ((s.id = share_corrections.share_id) AND (s.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = share_corrections.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
create policy system_sees_all on share_corrections to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on share_corrections to exempta_app;
grant delete, insert, select, update on share_corrections to exempta_system;

create table share_events (
  id uuid not null,
  share_id uuid not null,
  act text not null,
  at timestamp with time zone not null,
  by_kind text not null,
  person_id uuid,
  reason text,
  key_id uuid,
  document_name text,
  constraint share_events_pkey PRIMARY KEY (id),
  constraint share_events_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE SET NULL,
  constraint share_events_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint share_events_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE,
  constraint share_events_act_check CHECK ((act = ANY (ARRAY['shared'::text, 'reopened'::text, 'viewed'::text, 'downloaded'::text, 'verified'::text, 'rejected'::text, 'review-reopened'::text, 'returned'::text, 'corrected'::text, 'revoked'::text, 'expired'::text]))),
  constraint share_events_by_kind_check CHECK ((by_kind = ANY (ARRAY['owner'::text, 'receiver'::text, 'exempta'::text]))),
  constraint share_events_document_name_check CHECK (((length(document_name) >= 1) AND (length(document_name) <= 200))),
  constraint share_events_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
CREATE INDEX share_events_by_key ON public.share_events USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX share_events_by_person ON public.share_events USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX share_events_by_share ON public.share_events USING btree (share_id, at DESC, id DESC);
alter table share_events enable row level security;
alter table share_events force row level security;
create policy share_events_add on share_events for insert to exempta_app
  with check (((EXISTS ( SELECT
   FROM document_shares s
  WHERE ((s.id = share_events.share_id) AND (share_events.by_kind =
        CASE
            WHEN (s.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) THEN 'owner'::text
            ELSE 'receiver'::text
        END)))) AND ((person_id IS NULL) OR (person_id = ( SELECT exempta_actor_id() AS exempta_actor_id))) AND ((key_id IS NULL) OR (key_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))));
create policy share_events_read on share_events for select to exempta_app
  using ((EXISTS ( SELECT
   FROM document_shares s
  WHERE (s.id = share_events.share_id))));
create policy system_sees_all on share_events to exempta_system
  using (true)
  with check (true);
grant insert, select on share_events to exempta_app;
grant insert, select on share_events to exempta_system;

create table share_states (
  share_id uuid not null,
  state text not null,
  business_id uuid not null,
  shared_at timestamp with time zone not null,
  constraint share_states_pkey PRIMARY KEY (share_id, state),
  constraint share_states_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint share_states_share_id_fkey FOREIGN KEY (share_id) REFERENCES document_shares(id) ON DELETE CASCADE,
  constraint share_states_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX share_states_by_business ON public.share_states USING btree (business_id, state, shared_at DESC, share_id DESC);
alter table share_states enable row level security;
alter table share_states force row level security;
create policy share_states_received on share_states for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy system_sees_all on share_states to exempta_system
  using (true)
  with check (true);
grant select on share_states to exempta_app;
grant delete, insert, select, update on share_states to exempta_system;

create table sign_on_attempts (
  state_hash bytea not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  tried_by uuid,
  provider_version integer not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamp with time zone not null,
  constraint sign_on_attempts_pkey PRIMARY KEY (state_hash),
  constraint sign_on_attempts_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_on_providers(id) ON DELETE CASCADE,
  constraint sign_on_attempts_tried_by_fkey FOREIGN KEY (tried_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint sign_on_attempts_browser_hash_check CHECK ((length(browser_hash) = 32)),
  constraint sign_on_attempts_state_hash_check CHECK ((length(state_hash) = 32))
);
CREATE INDEX sign_on_attempts_by_age ON public.sign_on_attempts USING btree (expires_at);
CREATE INDEX sign_on_attempts_by_person ON public.sign_on_attempts USING btree (tried_by) WHERE (tried_by IS NOT NULL);
CREATE INDEX sign_on_attempts_by_provider ON public.sign_on_attempts USING btree (provider_id);
alter table sign_on_attempts enable row level security;
alter table sign_on_attempts force row level security;
create policy system_sees_all on sign_on_attempts to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on sign_on_attempts to exempta_system;

create table sign_on_identities (
  provider_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint sign_on_identities_pkey PRIMARY KEY (provider_id, issuer, subject),
  constraint sign_on_identities_provider_id_user_id_key UNIQUE (provider_id, user_id),
  constraint sign_on_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_on_providers(id) ON DELETE CASCADE,
  constraint sign_on_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sign_on_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE INDEX sign_on_identities_by_user ON public.sign_on_identities USING btree (user_id);
alter table sign_on_identities enable row level security;
alter table sign_on_identities force row level security;
create policy system_sees_all on sign_on_identities to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on sign_on_identities to exempta_system;

create table sign_on_logouts (
  token_hash bytea not null,
  provider_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint sign_on_logouts_pkey PRIMARY KEY (token_hash),
  constraint sign_on_logouts_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES sign_on_providers(id) ON DELETE CASCADE,
  constraint sign_on_logouts_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sign_on_logouts_by_age ON public.sign_on_logouts USING btree (expires_at);
CREATE INDEX sign_on_logouts_by_provider ON public.sign_on_logouts USING btree (provider_id);
alter table sign_on_logouts enable row level security;
alter table sign_on_logouts force row level security;
create policy system_sees_all on sign_on_logouts to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on sign_on_logouts to exempta_system;

create table sign_on_providers (
  id uuid not null,
  business_id uuid,
  issuer text not null,
  client_id text not null,
  domains text[] not null,
  group_claim text not null,
  manager_groups text[] not null,
  viewer_groups text[] not null,
  is_on boolean default false not null,
  is_required boolean default false not null,
  emergency_user_id uuid,
  tried_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sign_on_providers_pkey PRIMARY KEY (id),
  constraint sign_on_providers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint sign_on_providers_emergency_user_id_fkey FOREIGN KEY (emergency_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint sign_on_providers_check CHECK ((id = COALESCE(business_id, '00000000-0000-0000-0000-000000000000'::uuid))),
  constraint sign_on_providers_check1 CHECK ((is_on OR (NOT is_required))),
  constraint sign_on_providers_check2 CHECK (((business_id IS NOT NULL) OR (NOT is_required))),
  constraint sign_on_providers_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 300))),
  constraint sign_on_providers_domains_check CHECK (((cardinality(domains) >= 1) AND (cardinality(domains) <= 20))),
  constraint sign_on_providers_group_claim_check CHECK (((length(group_claim) >= 1) AND (length(group_claim) <= 100))),
  constraint sign_on_providers_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 300))),
  constraint sign_on_providers_manager_groups_check CHECK ((cardinality(manager_groups) <= 50)),
  constraint sign_on_providers_viewer_groups_check CHECK ((cardinality(viewer_groups) <= 50))
);
CREATE INDEX sign_on_providers_by_business ON public.sign_on_providers USING btree (business_id);
CREATE INDEX sign_on_providers_by_domain ON public.sign_on_providers USING gin (domains) WHERE is_on;
CREATE INDEX sign_on_providers_by_emergency ON public.sign_on_providers USING btree (emergency_user_id) WHERE (emergency_user_id IS NOT NULL);
alter table sign_on_providers enable row level security;
alter table sign_on_providers force row level security;
create policy system_sees_all on sign_on_providers to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on sign_on_providers to exempta_system;

create table signed_certificates (
  document_id uuid not null,
  owner_id uuid not null,
  version integer not null,
  request_id uuid,
  form text,
  rule_id text,
  draft jsonb not null,
  shown jsonb not null,
  signer text not null,
  title text not null,
  email citext not null,
  signature text not null,
  consent text not null,
  signed_at timestamp with time zone not null,
  ip text,
  browser text,
  form_hash bytea not null,
  file_hash bytea not null,
  key_id uuid not null,
  constraint signed_certificates_pkey PRIMARY KEY (document_id),
  constraint signed_certificates_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint signed_certificates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint signed_certificates_request_id_fkey FOREIGN KEY (request_id) REFERENCES certificate_requests(id) ON DELETE SET NULL,
  constraint signed_certificates_browser_check CHECK ((length(browser) <= 300)),
  constraint signed_certificates_email_check CHECK ((length((email)::text) <= 254)),
  constraint signed_certificates_file_hash_check CHECK ((length(file_hash) = 32)),
  constraint signed_certificates_form_hash_check CHECK ((length(form_hash) = 32)),
  constraint signed_certificates_ip_check CHECK ((length(ip) <= 64)),
  constraint signed_certificates_signature_check CHECK ((signature = ANY (ARRAY['drawn'::text, 'typed'::text]))),
  constraint signed_certificates_signer_check CHECK (((length(signer) >= 1) AND (length(signer) <= 200))),
  constraint signed_certificates_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX signed_certificates_by_owner ON public.signed_certificates USING btree (owner_id, document_id);
CREATE INDEX signed_certificates_by_request ON public.signed_certificates USING btree (request_id) WHERE (request_id IS NOT NULL);
alter table signed_certificates enable row level security;
alter table signed_certificates force row level security;
create policy signed_certificates_own on signed_certificates for select to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy signed_certificates_received on signed_certificates for select to exempta_app
  using (((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL) AND (EXISTS ( SELECT
   FROM documents d
  WHERE (d.id = signed_certificates.document_id)))));
create policy system_sees_all on signed_certificates to exempta_system
  using (true)
  with check (true);
grant select on signed_certificates to exempta_app;
grant delete, insert, select, update on signed_certificates to exempta_system;

create table signing_keys (
  id uuid not null,
  public_key bytea not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id),
  constraint signing_keys_public_key_key UNIQUE (public_key),
  constraint signing_keys_public_key_check CHECK ((octet_length(public_key) = 32))
);
alter table signing_keys enable row level security;
alter table signing_keys force row level security;
create policy system_sees_all on signing_keys to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on signing_keys to exempta_system;

create table state_numbers (
  state text not null,
  number text not null,
  name text not null,
  is_active boolean not null,
  constraint state_numbers_pkey PRIMARY KEY (state, number)
);
alter table state_numbers enable row level security;
alter table state_numbers force row level security;
create policy numbers_read on state_numbers for select to exempta_app
  using ((( SELECT exempta_business_id() AS exempta_business_id) IS NOT NULL));
create policy system_sees_all on state_numbers to exempta_system
  using (true)
  with check (true);
grant select on state_numbers to exempta_app;
grant delete, insert, select, update on state_numbers to exempta_system;

create table stored_files (
  id uuid default gen_random_uuid() not null,
  document_id uuid not null,
  rendition text not null,
  version integer not null,
  object_name text not null,
  size_bytes bigint not null,
  created_at timestamp with time zone not null,
  constraint stored_files_pkey PRIMARY KEY (id),
  constraint stored_files_document_id_rendition_version_key UNIQUE (document_id, rendition, version),
  constraint stored_files_object_name_key UNIQUE (object_name),
  constraint stored_files_rendition_check CHECK ((rendition ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
  constraint stored_files_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint stored_files_version_check CHECK ((version >= 1))
);
alter table stored_files enable row level security;
alter table stored_files force row level security;
create policy stored_files_of_own_documents on stored_files to exempta_app
  using ((EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = stored_files.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))))
  with check ((EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = stored_files.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id))))));
create policy stored_files_of_proofs_add on stored_files for insert to exempta_app
  with check (((rendition = 'proof'::text) AND (EXISTS ( SELECT
   FROM verifications v
  WHERE ((v.id = stored_files.document_id) AND (v.business_id = ( SELECT exempta_business_id() AS exempta_business_id)))))));
create policy stored_files_of_proofs_read on stored_files for select to exempta_app
  using (((rendition = 'proof'::text) AND (EXISTS ( SELECT
   FROM verifications v
  WHERE ((v.id = stored_files.document_id) AND (v.business_id = ( SELECT exempta_business_id() AS exempta_business_id)))))));
create policy system_sees_all on stored_files to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER keep_relied_file BEFORE DELETE ON public.stored_files FOR EACH ROW WHEN ((old.rendition = 'redacted'::text)) EXECUTE FUNCTION keep_relied_file();
grant delete, insert, select on stored_files to exempta_app;
grant delete, insert, select, update on stored_files to exempta_system;

create table two_factor (
  user_id uuid not null,
  enabled_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table two_factor enable row level security;
alter table two_factor force row level security;
create policy system_sees_all on two_factor to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on two_factor to exempta_system;

create table undone_confirmations (
  document_id uuid not null,
  owner_id uuid not null,
  stated jsonb not null,
  undone_at timestamp with time zone not null,
  constraint undone_confirmations_pkey PRIMARY KEY (document_id),
  constraint undone_confirmations_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint undone_confirmations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX undone_confirmations_by_owner ON public.undone_confirmations USING btree (owner_id, document_id);
alter table undone_confirmations enable row level security;
alter table undone_confirmations force row level security;
create policy system_sees_all on undone_confirmations to exempta_system
  using (true)
  with check (true);
create policy undone_confirmations_own on undone_confirmations to exempta_app
  using ((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check (((owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.id = undone_confirmations.document_id) AND (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
grant delete, insert, select, update on undone_confirmations to exempta_app;
grant delete, insert, select, update on undone_confirmations to exempta_system;

create table uptime_days (
  day date not null,
  minutes integer not null,
  first_minute timestamp with time zone not null,
  last_minute timestamp with time zone not null,
  constraint uptime_days_pkey PRIMARY KEY (day),
  constraint uptime_days_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1440)))
);
alter table uptime_days enable row level security;
alter table uptime_days force row level security;
create policy system_sees_all on uptime_days to exempta_system
  using (true)
  with check (true);
grant delete, insert, select, update on uptime_days to exempta_system;

create table users (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email citext not null,
  role text not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_login_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  previous_login_at timestamp with time zone,
  version integer default 1 not null,
  name_confirmed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'business'::text, 'admin'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'suspended'::text, 'guest'::text])))
);
CREATE INDEX users_by_domain ON public.users USING btree (lower(split_part((email)::text, '@'::text, 2)));
CREATE INDEX users_by_name ON public.users USING btree (lower(name), id);
CREATE INDEX users_by_part_of_address ON public.users USING gin (((email)::text) gin_trgm_ops);
CREATE INDEX users_by_part_of_name ON public.users USING gin (name gin_trgm_ops);
CREATE INDEX users_by_role_name ON public.users USING btree (role, lower(name), id);
CREATE INDEX users_by_role_time ON public.users USING btree (role, created_at DESC, id DESC);
CREATE INDEX users_by_status_name ON public.users USING btree (status, lower(name), id);
CREATE INDEX users_by_status_time ON public.users USING btree (status, created_at DESC, id DESC);
CREATE INDEX users_by_time ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_unconfirmed_guests ON public.users USING btree (created_at) WHERE ((status = 'guest'::text) AND (email_verified_at IS NULL));
alter table users enable row level security;
alter table users force row level security;
create policy own on users for update to exempta_app
  using ((id = ( SELECT exempta_actor_id() AS exempta_actor_id)))
  with check ((id = ( SELECT exempta_actor_id() AS exempta_actor_id)));
create policy own_or_admin on users for select to exempta_app
  using (((id = ( SELECT exempta_actor_id() AS exempta_actor_id)) OR (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text)));
create policy system_sees_all on users to exempta_system
  using (true)
  with check (true);
CREATE TRIGGER claim_confirmed_address AFTER INSERT OR UPDATE OF email, email_verified_at ON public.users FOR EACH ROW WHEN ((new.email_verified_at IS NOT NULL)) EXECUTE FUNCTION claim_confirmed_address();
CREATE TRIGGER forget_sealed_secrets AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION forget_sealed_secrets();
CREATE TRIGGER mark_coverage_of_renamed AFTER UPDATE OF name, email ON public.users FOR EACH ROW WHEN (((old.name <> new.name) OR (old.email <> new.email))) EXECUTE FUNCTION mark_coverage_of_renamed();
CREATE TRIGGER note_day_of_changed_user AFTER UPDATE OF status, created_at ON public.users FOR EACH ROW WHEN ((((old.status = 'guest'::text) <> (new.status = 'guest'::text)) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION note_added_day('user');
CREATE TRIGGER note_day_of_new_user AFTER INSERT OR DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION note_added_day('user');
CREATE TRIGGER renew_share_search_text AFTER UPDATE OF name, email ON public.users FOR EACH ROW WHEN (((old.name <> new.name) OR (old.email <> new.email))) EXECUTE FUNCTION renew_share_search_text();
CREATE TRIGGER set_default_preferences AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.role = 'user'::text)) EXECUTE FUNCTION set_default_preferences();
CREATE TRIGGER users_version BEFORE UPDATE OF name, email, role, status ON public.users FOR EACH ROW EXECUTE FUNCTION move_version_on();
grant select, update (name, updated_at) on users to exempta_app;
grant delete, insert, select, update on users to exempta_system;

create table verification_details (
  verification_id uuid not null,
  business_id uuid not null,
  owner_id uuid not null,
  number text not null,
  found_name text,
  note text,
  proof_type text,
  proof_bytes integer,
  constraint verification_details_pkey PRIMARY KEY (verification_id),
  constraint verification_details_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint verification_details_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications(id) ON DELETE CASCADE,
  constraint verification_details_check CHECK (((proof_type IS NULL) = (proof_bytes IS NULL))),
  constraint verification_details_found_name_check CHECK (((length(found_name) >= 1) AND (length(found_name) <= 300))),
  constraint verification_details_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint verification_details_number_check CHECK (((length(number) >= 1) AND (length(number) <= 300))),
  constraint verification_details_proof_bytes_check CHECK ((proof_bytes > 0)),
  constraint verification_details_proof_type_check CHECK ((proof_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])))
);
CREATE INDEX verification_details_by_owner ON public.verification_details USING btree (owner_id, verification_id);
alter table verification_details enable row level security;
alter table verification_details force row level security;
create policy system_sees_all on verification_details to exempta_system
  using (true)
  with check (true);
create policy verification_details_add on verification_details for insert to exempta_app
  with check ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
create policy verification_details_read on verification_details for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) OR (EXISTS ( SELECT
   FROM verifications v
  WHERE ((v.id = verification_details.verification_id) AND (v.person_id = ( SELECT exempta_actor_id() AS exempta_actor_id)))))));
CREATE TRIGGER destroy_proof AFTER DELETE ON public.verification_details FOR EACH ROW WHEN ((old.proof_type IS NOT NULL)) EXECUTE FUNCTION destroy_proof();
grant insert, select on verification_details to exempta_app;
grant delete, insert, select on verification_details to exempta_system;

create table verifications (
  id uuid not null,
  business_id uuid not null,
  share_id uuid not null,
  state text not null,
  kind text not null,
  result text not null,
  checked_on date not null,
  due_on date,
  source text,
  file_date date,
  person_id uuid,
  key_id uuid,
  at timestamp with time zone not null,
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint verifications_kind_check CHECK ((kind = ANY (ARRAY['state-site'::text, 'phone'::text, 'irs-file'::text, 'state-file'::text]))),
  constraint verifications_result_check CHECK ((result = ANY (ARRAY['active'::text, 'not-active'::text, 'unclear'::text]))),
  constraint verifications_source_check CHECK (((length(source) >= 1) AND (length(source) <= 200))),
  constraint verifications_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX verifications_by_age ON public.verifications USING btree (at);
CREATE INDEX verifications_by_due ON public.verifications USING btree (business_id, due_on, id) WHERE (due_on IS NOT NULL);
CREATE INDEX verifications_by_person ON public.verifications USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX verifications_by_share ON public.verifications USING btree (share_id, state, at DESC, id DESC);
alter table verifications enable row level security;
alter table verifications force row level security;
create policy system_sees_all on verifications to exempta_system
  using (true)
  with check (true);
create policy verifications_add on verifications for insert to exempta_app
  with check (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (( SELECT exempta_actor_id() AS exempta_actor_id) = COALESCE(person_id, key_id))));
create policy verifications_read on verifications for select to exempta_app
  using (((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (person_id = ( SELECT exempta_actor_id() AS exempta_actor_id))));
grant insert, select on verifications to exempta_app;
grant delete, insert, select on verifications to exempta_system;

create table webhook_attempts (
  delivery_id uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  status_code integer,
  failure text,
  duration_ms integer not null,
  answer text,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, number),
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  constraint webhook_attempts_answer_check CHECK ((length(answer) <= 1024))
);
alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy system_sees_all on webhook_attempts to exempta_system
  using (true)
  with check (true);
create policy webhook_attempts_of_own_business on webhook_attempts for select to exempta_app
  using ((EXISTS ( SELECT
   FROM webhook_deliveries d
  WHERE (d.id = webhook_attempts.delivery_id))));
grant select on webhook_attempts to exempta_app;
grant delete, insert, select, update on webhook_attempts to exempta_system;

create table webhook_deliveries (
  id uuid default gen_random_uuid() not null,
  seq bigint generated always as identity not null,
  webhook_id uuid not null,
  event_id uuid not null,
  business_id uuid not null,
  share_id uuid,
  type text not null,
  status text default 'pending'::text not null,
  is_redelivery boolean default false not null,
  attempts integer default 0 not null,
  first_tried_at timestamp with time zone,
  next_try_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  last_status_code integer,
  last_failure text,
  created_at timestamp with time zone not null,
  customer_id uuid,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_check CHECK ((num_nonnulls(share_id, customer_id) = 1)),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
);
CREATE INDEX webhook_deliveries_by_customer ON public.webhook_deliveries USING btree (webhook_id, customer_id, seq) WHERE (customer_id IS NOT NULL);
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_by_share ON public.webhook_deliveries USING btree (webhook_id, share_id, seq);
CREATE INDEX webhook_deliveries_by_status ON public.webhook_deliveries USING btree (webhook_id, status, seq DESC);
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (webhook_id, seq DESC);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_try_at, webhook_id) WHERE (status = 'pending'::text);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy system_sees_all on webhook_deliveries to exempta_system
  using (true)
  with check (true);
create policy webhook_deliveries_of_own_business on webhook_deliveries for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
grant select on webhook_deliveries to exempta_app;
grant delete, insert, select, update on webhook_deliveries to exempta_system;

create table webhook_events (
  id uuid default gen_random_uuid() not null,
  business_id uuid not null,
  type text not null,
  share_id uuid,
  document_id uuid,
  data jsonb not null,
  created_at timestamp with time zone not null,
  customer_id uuid,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint webhook_events_check CHECK ((num_nonnulls(share_id, customer_id) = 1))
);
CREATE INDEX webhook_events_by_age ON public.webhook_events USING btree (created_at);
CREATE INDEX webhook_events_by_business ON public.webhook_events USING btree (business_id);
CREATE INDEX webhook_events_by_share ON public.webhook_events USING btree (share_id);
alter table webhook_events enable row level security;
alter table webhook_events force row level security;
create policy system_sees_all on webhook_events to exempta_system
  using (true)
  with check (true);
create policy webhook_events_of_own_business on webhook_events for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
grant select on webhook_events to exempta_app;
grant delete, insert, select, update on webhook_events to exempta_system;

create table webhooks (
  id uuid not null,
  business_id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  is_active boolean default true not null,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  old_secret_until timestamp with time zone,
  leased_until timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE CASCADE,
  constraint webhooks_description_check CHECK ((length(description) <= 200)),
  constraint webhooks_events_check CHECK (((cardinality(events) > 0) AND (array_to_string(events, ','::text) ~ '^[a-z]+\.[a-z]+(,[a-z]+\.[a-z]+)*$'::text))),
  constraint webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 500)))
);
CREATE INDEX webhooks_by_business ON public.webhooks USING btree (business_id, created_at, id);
CREATE INDEX webhooks_by_old_secret ON public.webhooks USING btree (old_secret_until) WHERE (old_secret_until IS NOT NULL);
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy system_sees_all on webhooks to exempta_system
  using (true)
  with check (true);
create policy webhooks_of_own_business on webhooks for select to exempta_app
  using ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)));
CREATE TRIGGER forget_sealed_secrets AFTER DELETE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION forget_sealed_secrets();
grant select on webhooks to exempta_app;
grant delete, insert, select, update on webhooks to exempta_system;

-- Views

create view administered_binder_certificates as
 SELECT binder_id,
    share_id
   FROM binder_certificates
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view administered_binder_certificates owner to exempta_system;
grant select on administered_binder_certificates to exempta_app;

create view administered_businesses as
 SELECT id,
    name,
    (email)::text AS email,
    phone,
    website,
    address,
    tax_id,
    business_type,
    status,
    verified,
    user_count,
    documents_received,
    date_registered,
    profile_version
   FROM businesses
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view administered_businesses owner to exempta_system;
grant select on administered_businesses to exempta_app;

create view administered_documents as
 SELECT id,
    name,
    status,
    created_at,
    owner_id,
    ( SELECT u.name
           FROM users u
          WHERE (u.id = d.owner_id)) AS owner_name,
    failure,
    has_original,
    updated_at
   FROM documents d
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view administered_documents owner to exempta_system;
grant select on administered_documents to exempta_app;

create view administered_email_links as
 SELECT l.id,
    l.email,
    s.document_id
   FROM (mail_share_links l
     LEFT JOIN document_shares s ON ((s.link_id = l.id)))
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view administered_email_links owner to exempta_system;
grant select on administered_email_links to exempta_app;

create view administered_kept_copies as
 SELECT id,
    share_id
   FROM kept_copies
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view administered_kept_copies owner to exempta_system;
grant select on administered_kept_copies to exempta_app;

create view administered_members as
 SELECT m.id,
    m.business_id,
    m.user_id,
    u.name,
    (u.email)::text AS email,
    m.role,
    m.status,
    u.status AS account_status,
    m.date_added,
    m.last_active,
    m.version
   FROM (business_users m
     JOIN users u ON ((u.id = m.user_id)))
  WHERE ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) AND (NOT (EXISTS ( SELECT
           FROM account_erasures e
          WHERE (e.user_id = u.id)))));
alter view administered_members owner to exempta_system;
grant select on administered_members to exempta_app;

create view administered_shares as
 SELECT s.id,
    s.document_id,
    d.name AS document_name,
    s.owner_id,
    u.name AS owner_name,
    s.business_id,
    b.name AS business_name,
    (s.email)::text AS email,
    s.status,
    s.shared_at,
    s.reviewed_at,
    COALESCE(r.name, (k.name || ' (API key)'::text)) AS reviewer_name,
    s.view_count,
    s.download_count,
    s.last_viewed_at
   FROM (((((document_shares s
     JOIN documents d ON ((d.id = s.document_id)))
     JOIN users u ON ((u.id = s.owner_id)))
     LEFT JOIN businesses b ON ((b.id = s.business_id)))
     LEFT JOIN users r ON ((r.id = s.reviewed_by)))
     LEFT JOIN api_keys k ON (((k.id = s.reviewed_by_key) AND (s.reviewed_at IS NOT NULL))))
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view administered_shares owner to exempta_system;
grant select on administered_shares to exempta_app;

create view administered_users as
 SELECT u.id,
    u.name,
    (u.email)::text AS email,
    u.role,
    u.status,
    u.created_at,
    u.last_login_at,
    u.version,
    b.id AS business_id,
    b.name AS business_name,
    m.role AS member_role,
    (u.email_verified_at IS NOT NULL) AS is_email_verified,
    (EXISTS ( SELECT
           FROM two_factor t
          WHERE ((t.user_id = u.id) AND (t.enabled_at IS NOT NULL)))) AS has_two_factor
   FROM ((users u
     LEFT JOIN business_users m ON ((m.user_id = u.id)))
     LEFT JOIN businesses b ON ((b.id = m.business_id)))
  WHERE ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) AND (NOT ((u.status = 'guest'::text) AND (u.email_verified_at IS NULL))) AND (NOT (EXISTS ( SELECT
           FROM account_erasures e
          WHERE (e.user_id = u.id)))));
alter view administered_users owner to exempta_system;
grant select on administered_users to exempta_app;

create view binder_auditors as
 SELECT g.id,
    g.binder_id,
    (g.email)::text AS email,
    g.created_at,
    g.expires_at,
    g.revoked_at,
    g.last_seen_at,
    u.name AS inviter_name,
    COALESCE((m.status = 'failed'::text), false) AS is_bounced
   FROM ((auditor_grants g
     LEFT JOIN users u ON ((u.id = g.created_by)))
     LEFT JOIN mails m ON ((m.id = g.mail_id)))
  WHERE (g.business_id = ( SELECT exempta_business_id() AS exempta_business_id));
alter view binder_auditors owner to exempta_system;
grant select on binder_auditors to exempta_app;

create view business_names as
 SELECT id,
    name,
    verified,
    status
   FROM businesses;
alter view business_names owner to exempta_system;
grant select on business_names to exempta_app;

create view business_requests as
 SELECT r.id,
    r.business_id,
    r.kind,
    r.location_id,
    r.email,
    r.customer_name,
    r.customer_ref,
    r.state,
    r.message,
    r.due_on,
    r.mail_id,
    r.sent_at,
    r.opened_at,
    r.received_at,
    r.declined_at,
    r.closed_at,
    r.received_count,
    r.share_id,
    r.user_id,
    r.created_by,
    r.created_at,
    r.updated_at,
    r.campaign_id,
    r.sale_on,
    r.reminded,
    r.reminded_at,
    r.remind_on,
    l.name AS location_name,
    u.name AS sender_name,
        CASE
            WHEN (r.kind = 'standing'::text) THEN
            CASE
                WHEN (r.closed_at IS NULL) THEN 'open'::text
                ELSE 'closed'::text
            END
            WHEN (s.status = ANY (ARRAY['verified'::text, 'rejected'::text])) THEN s.status
            WHEN (s.status = 'revoked'::text) THEN 'withdrawn'::text
            WHEN (r.received_at IS NOT NULL) THEN 'received'::text
            WHEN (r.declined_at IS NOT NULL) THEN 'declined'::text
            WHEN (r.closed_at IS NOT NULL) THEN 'closed'::text
            WHEN ((m.status = 'failed'::text) OR (r.bounced_at IS NOT NULL)) THEN 'bounced'::text
            WHEN (r.opened_at IS NOT NULL) THEN 'opened'::text
            WHEN (m.status = ANY (ARRAY['queued'::text, 'kept'::text, 'sent'::text])) THEN m.status
            ELSE 'open'::text
        END AS status,
    r.customer_id,
    r.bounced_at,
    r.bounce,
    r.auto_answered_at
   FROM (((((certificate_requests r
     LEFT JOIN campaigns c ON ((c.id = r.campaign_id)))
     LEFT JOIN business_locations l ON ((l.id = r.location_id)))
     LEFT JOIN document_shares s ON ((s.id = r.share_id)))
     LEFT JOIN users u ON ((u.id = r.user_id)))
     LEFT JOIN mails m ON ((m.id = r.mail_id)))
  WHERE ((r.business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND ((c.id IS NULL) OR (c.status <> 'draft'::text)));
alter view business_requests owner to exempta_system;
grant select on business_requests to exempta_app;

create view coverage_facts as
 SELECT s.id AS share_id,
    s.business_id,
    s.owner_id,
    s.document_id,
    s.status,
    s.revoked_at,
    s.shared_at,
    b.name AS business_name,
    u.name AS owner_name,
        CASE
            WHEN ((u.status = 'guest'::text) AND (u.email_verified_at IS NULL)) THEN ''::text
            ELSE (u.email)::text
        END AS owner_email,
    e.form,
    e.reason,
    e.purchaser,
    e.seller,
    e.is_blanket,
    e.has_signature,
    e.signed_on,
    e.expires_on,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number, 'issuedBy', x.issued_by, 'verifiedOn', ( SELECT
                        CASE
                            WHEN (v.result = 'active'::text) THEN v.checked_on
                            ELSE NULL::date
                        END AS "case"
                   FROM (verifications v
                     JOIN verification_details n ON ((n.verification_id = v.id)))
                  WHERE ((v.share_id = s.id) AND (v.state = x.state) AND (n.number = x.number) AND (v.kind <> 'irs-file'::text) AND (v.result <> 'unclear'::text))
                  ORDER BY v.at DESC, v.id DESC
                 LIMIT 1)) ORDER BY x.state), '[]'::jsonb) AS "coalesce"
           FROM exemption_states x
          WHERE (x.document_id = e.document_id)) AS states,
    d.type AS document_type,
    b.trade_names,
    s.reviewed_at,
    s.seen_in_review,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('id', a.id, 'state', a.state, 'questions', a.questions, 'certificate', a.certificate, 'on', a.accepted_on, 'until', a.until_on)), '[]'::jsonb) AS "coalesce"
           FROM coverage_acceptances a
          WHERE ((a.share_id = s.id) AND (a.ended_at IS NULL))) AS accepted,
    e.government,
    e.government_state,
    e.organization,
    e.confirmed_at,
    (EXISTS ( SELECT
           FROM document_readings r
          WHERE ((r.document_id = e.document_id) AND (r.version = d.version) AND r.has_hidden_license))) AS has_hidden_license
   FROM ((((document_shares s
     JOIN documents d ON (((d.id = s.document_id) AND (NOT d.needs_check))))
     JOIN exemptions e ON ((e.document_id = s.document_id)))
     JOIN businesses b ON ((b.id = s.business_id)))
     JOIN users u ON ((u.id = s.owner_id)))
  WHERE ((s.business_id = ( SELECT exempta_business_id() AS exempta_business_id)) OR (s.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id)) OR (( SELECT exempta_actor_role() AS exempta_actor_role) = 'system'::text));
alter view coverage_facts owner to exempta_system;
grant select on coverage_facts to exempta_app;

create view customer_activity as
 SELECT e.id,
    e.at,
    e.action,
    e.target_id AS customer_id,
    COALESCE(u.name, (k.name || ' (API key)'::text)) AS by_name
   FROM (((audit_entries e
     LEFT JOIN business_users m ON (((m.user_id = e.actor_id) AND (m.business_id = ( SELECT exempta_business_id() AS exempta_business_id)))))
     LEFT JOIN users u ON ((u.id = m.user_id)))
     LEFT JOIN api_keys k ON (((k.id = e.actor_id) AND (k.business_id = ( SELECT exempta_business_id() AS exempta_business_id)))))
  WHERE ((e.target_kind = 'customer'::text) AND (e.result = 'done'::text) AND ((e.details ->> 'business'::text) = (( SELECT exempta_business_id() AS exempta_business_id))::text));
alter view customer_activity owner to exempta_system;
grant select on customer_activity to exempta_app;

create view document_names as
 SELECT id,
    owner_id,
    name,
    status,
    created_at
   FROM documents
  WHERE (exempta_actor_role() = 'admin'::text);
alter view document_names owner to exempta_system;
grant select on document_names to exempta_app;

create view ledger_entries as
 SELECT v.id,
    v.business_id,
    v.share_id,
    v.state,
    v.kind,
    v.result,
    v.checked_on,
    v.due_on,
    v.source,
    v.file_date,
    v.at,
    d.number,
    d.found_name,
    d.note,
    d.proof_type,
    d.proof_bytes,
    COALESCE(u.name, (k.name || ' (API key)'::text)) AS checked_by
   FROM (((verifications v
     JOIN verification_details d ON ((d.verification_id = v.id)))
     LEFT JOIN users u ON ((u.id = v.person_id)))
     LEFT JOIN api_keys k ON ((k.id = v.key_id)))
  WHERE (v.business_id = ( SELECT exempta_business_id() AS exempta_business_id));
alter view ledger_entries owner to exempta_system;
grant select on ledger_entries to exempta_app;

create view looked_up_numbers as
 SELECT v.id,
    d.owner_id,
    v.state,
    v.kind,
    v.result,
    v.checked_on,
    v.at,
    b.name AS business_name
   FROM ((verification_details d
     JOIN verifications v ON ((v.id = d.verification_id)))
     JOIN businesses b ON ((b.id = v.business_id)))
  WHERE (d.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id));
alter view looked_up_numbers owner to exempta_system;
grant select on looked_up_numbers to exempta_app;

create view received_documents as
 SELECT s.id,
    s.document_id,
    s.owner_id,
    s.business_id,
    s.status,
    s.message,
    s.shared_at,
    s.reviewed_at,
    s.reject_reason,
    s.can_download,
    d.name AS document_name,
    d.type AS document_type,
    d.version AS document_version,
    d.page_count,
    v.size_bytes,
    u.name AS user_name,
        CASE
            WHEN ((u.status = 'guest'::text) AND (u.email_verified_at IS NULL)) THEN ''::text
            ELSE (u.email)::text
        END AS user_email,
    COALESCE(r.name, (k.name || ' (API key)'::text)) AS reviewer_name,
    s.replaced_name,
    s.replaced_rejected_at,
    s.assigned_to,
    a.name AS assignee_name,
    s.form,
    s.expires_on,
    ( SELECT e.purchaser
           FROM exemptions e
          WHERE ((e.document_id = s.document_id) AND (e.version = d.version))) AS purchaser,
    ( SELECT e.confirmed_at
           FROM exemptions e
          WHERE ((e.document_id = s.document_id) AND (e.version = d.version))) AS confirmed_at,
    ( SELECT jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number, 'issuedBy', x.issued_by) ORDER BY x.state) AS jsonb_agg
           FROM (exemption_states x
             JOIN exemptions e ON ((e.document_id = x.document_id)))
          WHERE ((x.document_id = s.document_id) AND (e.version = d.version))) AS states,
    s.reviewed_by_rules,
    d.card_program,
    d.card_line,
    d.card_billing,
    s.first_viewed_at,
    d.is_card,
    ( SELECT jsonb_build_object('seller', e.seller, 'reason', e.reason, 'isBlanket', e.is_blanket, 'hasSignature', e.has_signature, 'signedOn', e.signed_on, 'government', e.government, 'governmentState', e.government_state, 'organization', e.organization) AS jsonb_build_object
           FROM exemptions e
          WHERE ((e.document_id = s.document_id) AND (e.version = d.version))) AS stated,
    ( SELECT jsonb_build_object('id', c.id, 'name', c.name, 'matchedBy', v_1.matched_by) AS jsonb_build_object
           FROM ((coverage_index i
             JOIN coverage_customers v_1 ON ((v_1.id = i.customer_id)))
             JOIN customers c ON ((c.id = v_1.record_id)))
          WHERE (i.share_id = s.id)
         LIMIT 1) AS customer
   FROM ((((((document_shares s
     JOIN documents d ON ((d.id = s.document_id)))
     JOIN document_versions v ON (((v.document_id = d.id) AND (v.version = d.version))))
     JOIN users u ON ((u.id = s.owner_id)))
     LEFT JOIN users r ON ((r.id = s.reviewed_by)))
     LEFT JOIN api_keys k ON (((k.id = s.reviewed_by_key) AND (s.reviewed_at IS NOT NULL))))
     LEFT JOIN users a ON ((a.id = s.assigned_to)))
  WHERE ((s.business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (s.status <> 'revoked'::text) AND (NOT d.needs_check));
alter view received_documents owner to exempta_system;
grant select on received_documents to exempta_app;

create view received_search as
 SELECT id,
    business_id,
    status,
    shared_at,
    search_text,
    form,
    expires_on
   FROM document_shares s
  WHERE ((business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (status <> 'revoked'::text));
alter view received_search owner to exempta_system;
grant select on received_search to exempta_app;

create view received_shares as
 SELECT s.id,
    s.business_id,
    s.document_id,
    s.status,
    s.shared_at,
    s.reviewed_at,
    s.reviewed_by,
    s.reject_reason,
    d.name AS document_name,
    d.type AS document_type,
    u.name AS owner_name,
    (k.name || ' (API key)'::text) AS reviewing_key,
    s.form,
    s.expires_on,
    ( SELECT string_agg(x.state, ', '::text ORDER BY x.state) AS string_agg
           FROM exemption_states x
          WHERE (x.document_id = s.document_id)) AS states,
    ( SELECT string_agg(x.number, ', '::text ORDER BY x.state) AS string_agg
           FROM exemption_states x
          WHERE (x.document_id = s.document_id)) AS numbers,
    s.reviewed_by_key
   FROM (((document_shares s
     LEFT JOIN documents d ON ((d.id = s.document_id)))
     LEFT JOIN users u ON ((u.id = s.owner_id)))
     LEFT JOIN api_keys k ON ((k.id = s.reviewed_by_key)))
  WHERE ((s.business_id = ( SELECT exempta_business_id() AS exempta_business_id)) AND (s.status <> 'revoked'::text));
alter view received_shares owner to exempta_system;
grant select on received_shares to exempta_app;

create view relied_on_certificates as
 SELECT k.id,
    c.owner_id,
    k.state,
    k.on_date,
    k.verdict,
    k.at,
    b.name AS business_name
   FROM ((coverage_check_subjects c
     JOIN coverage_checks k ON ((k.id = c.check_id)))
     JOIN businesses b ON ((b.id = k.business_id)))
  WHERE (c.owner_id = ( SELECT exempta_actor_id() AS exempta_actor_id));
alter view relied_on_certificates owner to exempta_system;
grant select on relied_on_certificates to exempta_app;

create view report_business_users as
 SELECT m.id,
    m.business_id,
    u.name,
    (u.email)::text AS email,
    m.role,
    m.status,
    m.date_added,
    m.last_active,
    m.created_at,
    m.updated_at
   FROM (business_users m
     LEFT JOIN users u ON ((u.id = m.user_id)))
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view report_business_users owner to exempta_system;
grant select on report_business_users to exempta_reports;

create view report_businesses as
 SELECT id,
    name,
    (email)::text AS email,
    status,
    verified,
    business_type,
    tax_id,
    date_registered,
    documents_received,
    user_count,
    created_at,
    updated_at
   FROM businesses
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view report_businesses owner to exempta_system;
grant select on report_businesses to exempta_reports;

create view report_document_shares as
 SELECT id,
    document_id,
    business_id,
    shared_at,
    created_at,
    updated_at,
    status AS review_outcome,
        CASE
            WHEN (reviewed_at IS NOT NULL) THEN COALESCE(( SELECT u.name
               FROM users u
              WHERE (u.id = s.reviewed_by)), ( SELECT (k.name || ' (API key)'::text)
               FROM api_keys k
              WHERE (k.id = s.reviewed_by_key)))
            ELSE NULL::text
        END AS reviewer,
    reviewed_at,
    (round((EXTRACT(epoch FROM (reviewed_at - shared_at)) / (3600)::numeric), 1))::double precision AS hours_to_review
   FROM document_shares s
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view report_document_shares owner to exempta_system;
grant select on report_document_shares to exempta_reports;

create view report_documents as
 SELECT id,
    name,
    type,
    status,
    created_at AS date_uploaded,
    processed_at AS date_processed,
    owner_id AS user_id,
    created_at,
    updated_at,
    ( SELECT s.review_outcome
           FROM report_document_shares s
          WHERE ((s.document_id = d.id) AND (s.business_id IS NOT NULL) AND (s.review_outcome <> 'revoked'::text))
          ORDER BY s.reviewed_at DESC NULLS LAST, s.shared_at DESC, s.id
         LIMIT 1) AS review_outcome,
    ( SELECT s.reviewer
           FROM report_document_shares s
          WHERE ((s.document_id = d.id) AND (s.business_id IS NOT NULL) AND (s.review_outcome <> 'revoked'::text))
          ORDER BY s.reviewed_at DESC NULLS LAST, s.shared_at DESC, s.id
         LIMIT 1) AS reviewer,
    ( SELECT s.reviewed_at
           FROM report_document_shares s
          WHERE ((s.document_id = d.id) AND (s.business_id IS NOT NULL) AND (s.review_outcome <> 'revoked'::text))
          ORDER BY s.reviewed_at DESC NULLS LAST, s.shared_at DESC, s.id
         LIMIT 1) AS reviewed_at,
    ( SELECT s.hours_to_review
           FROM report_document_shares s
          WHERE ((s.document_id = d.id) AND (s.business_id IS NOT NULL) AND (s.review_outcome <> 'revoked'::text))
          ORDER BY s.reviewed_at DESC NULLS LAST, s.shared_at DESC, s.id
         LIMIT 1) AS hours_to_review,
    page_count
   FROM documents d
  WHERE (( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text);
alter view report_documents owner to exempta_system;
grant select on report_documents to exempta_reports;

create view report_users as
 SELECT id,
    name,
    (email)::text AS email,
    role,
    status,
    created_at,
    updated_at
   FROM users
  WHERE ((( SELECT exempta_actor_role() AS exempta_actor_role) = 'admin'::text) AND (NOT ((status = 'guest'::text) AND (email_verified_at IS NULL))));
alter view report_users owner to exempta_system;
grant select on report_users to exempta_reports;

create view reviewing_keys as
 SELECT id,
    (name || ' (API key)'::text) AS name
   FROM api_keys k
  WHERE (business_id = ( SELECT exempta_business_id() AS exempta_business_id));
alter view reviewing_keys owner to exempta_system;
grant select on reviewing_keys to exempta_app;

create view team_members as
 SELECT m.id,
    m.business_id,
    m.user_id,
    u.name,
    (u.email)::text AS email,
    m.role,
    m.status,
    m.date_added,
    m.last_active
   FROM (business_users m
     JOIN users u ON ((u.id = m.user_id)))
  WHERE (m.business_id = ( SELECT exempta_business_id() AS exempta_business_id));
alter view team_members owner to exempta_system;
grant select on team_members to exempta_app;

-- Functions

CREATE OR REPLACE FUNCTION public.assign_account_of_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select u.id into new.account_id from users u
    where u.email = (to_jsonb(new) ->> tg_argv[0])::citext and u.email_verified_at is not null;
  return new;
end $function$;
alter function assign_account_of_address() owner to exempta_system;
revoke execute on function assign_account_of_address() from public;

CREATE OR REPLACE FUNCTION public.belongs_to_archive(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM business_archives a
           WHERE ((belongs_to_archive.person = a.owner_id) OR (belongs_to_archive.person = a.email_owner_id)))) AS "exists";
END;
alter function belongs_to_archive(uuid) owner to exempta_system;
revoke execute on function belongs_to_archive(uuid) from public;
grant execute on function belongs_to_archive(uuid) to exempta_app;

CREATE OR REPLACE FUNCTION public.claim_confirmed_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update document_shares set account_id = new.id where email = new.email and account_id is null;
  update job_applications set account_id = new.id where email = new.email and account_id is null;
  update business_invitations set account_id = new.id where email = new.email and account_id is null;
  update mails set account_id = new.id where lower(recipient) = lower(new.email::text) and account_id is null;
  return null;
end $function$;
alter function claim_confirmed_address() owner to exempta_system;
revoke execute on function claim_confirmed_address() from public;

CREATE OR REPLACE FUNCTION public.count_business_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    update businesses set user_count = user_count - 1 where id = old.business_id;
  end if;
  if tg_op <> 'DELETE' then
    update businesses set user_count = user_count + 1 where id = new.business_id;
  end if;
  return null;
end $function$;
alter function count_business_users() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.count_documents_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from businesses b
    where b.id in (select business_id from changed where business_id is not null)
    order by b.id for update;
  update businesses b
    set documents_received = documents_received + c.count * case tg_op when 'DELETE' then -1 else 1 end
    from (select business_id, count(*) as count from changed where business_id is not null group by 1) c
    where b.id = c.business_id;
  return null;
end $function$;
alter function count_documents_received() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.current_customer(known uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH RECURSIVE way(id, target) AS (
          SELECT c.id,
             c.merged_into
            FROM customers c
           WHERE (c.id = COALESCE(( SELECT v.record_id
                    FROM coverage_customers v
                   WHERE ((v.id = current_customer.known) AND (NOT (EXISTS ( SELECT
                            FROM customers own
                           WHERE (own.id = current_customer.known)))))), current_customer.known))
         UNION
          SELECT c.id,
             c.merged_into
            FROM (way w
              JOIN customers c ON ((c.id = w.target)))
         )
  SELECT way.id
    FROM way
   WHERE (way.target IS NULL);
END;
alter function current_customer(uuid) owner to exempta_system;
grant execute on function current_customer(uuid) to exempta_app;

CREATE OR REPLACE FUNCTION public.customer_candidates(stated uuid)
 RETURNS TABLE(record_id uuid, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 WITH me AS (
          SELECT v.id,
             v.business_id,
             v.record_id,
             v.name,
             v.owner_id,
             lower(v.email) AS email,
             (EXISTS ( SELECT
                    FROM users u
                   WHERE ((u.id = v.owner_id) AND (u.email_verified_at IS NOT NULL)))) AS is_confirmed
            FROM coverage_customers v
           WHERE (v.id = customer_candidates.stated)
         ), found AS (
          SELECT c_1.id,
             'request'::text AS reason
            FROM me me_1,
             coverage_index i,
             certificate_requests r,
             customers c_1
           WHERE ((i.customer_id = me_1.id) AND (r.share_id = i.share_id) AND (r.business_id = me_1.business_id) AND (c_1.id = current_customer(r.customer_id)))
         UNION
          SELECT o.record_id,
             'number'::text
            FROM me me_1,
             coverage_terms t,
             coverage_terms n,
             coverage_customers o
           WHERE ((t.customer_id = me_1.id) AND (t.term >= '#'::text) AND (t.term < '$'::text) AND (length(t.term) > 5) AND (n.business_id = me_1.business_id) AND (n.term = t.term) AND (o.id = n.customer_id))
         UNION
          SELECT n.customer_id,
             'number'::text
            FROM me me_1,
             coverage_terms t,
             customer_terms n
           WHERE ((t.customer_id = me_1.id) AND (t.term >= '#'::text) AND (t.term < '$'::text) AND (length(t.term) > 5) AND (n.business_id = me_1.business_id) AND (n.term = t.term))
         UNION
          SELECT current_customer(f_1.sheet_customer_id) AS current_customer,
             'sheet'::text
            FROM me me_1,
             coverage_index i,
             document_shares s,
             archive_files f_1
           WHERE ((i.customer_id = me_1.id) AND (s.id = i.share_id) AND (f_1.document_id = s.document_id) AND (f_1.business_id = me_1.business_id) AND (f_1.sheet_customer_id IS NOT NULL))
         UNION
          SELECT n.customer_id,
             'email'::text
            FROM me me_1,
             customer_terms n
           WHERE (me_1.is_confirmed AND (n.business_id = me_1.business_id) AND (n.term = me_1.email))
         UNION
          SELECT c_1.id,
             'name'::text
            FROM me me_1,
             customers c_1
           WHERE ((c_1.business_id = me_1.business_id) AND (lower(c_1.name) = lower(me_1.name)))
         UNION
          SELECT n.customer_id,
             'name'::text
            FROM me me_1,
             customer_terms n
           WHERE ((n.business_id = me_1.business_id) AND (n.term = ('='::text || lower(me_1.name))))
         )
  SELECT f.id,
         CASE
             WHEN ((f.reason = 'name'::text) AND (EXISTS ( SELECT
                FROM me me_1,
                 coverage_index i,
                 fresh_customer_answers(ARRAY[f.id]) a(customer_id, state, business_id, customer_name, answer, ends_on, share_id)
               WHERE ((i.customer_id = me_1.id) AND (a.state = i.state))))) THEN 'name-state'::text
             ELSE f.reason
         END AS reason
    FROM (found f
      JOIN customers c ON (((c.id = f.id) AND (c.merged_into IS NULL)))),
     me
   WHERE ((f.id IS NOT NULL) AND (f.id <> me.record_id));
END;
alter function customer_candidates(uuid) owner to exempta_system;
revoke execute on function customer_candidates(uuid) from public;

CREATE OR REPLACE FUNCTION public.customer_family(record uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH RECURSIVE family(id) AS (
          SELECT customer_family.record AS record
         UNION
          SELECT c.id
            FROM (family f
              JOIN customers c ON ((c.merged_into = f.id)))
         )
  SELECT family.id
    FROM family;
END;
alter function customer_family(uuid) owner to exempta_system;
grant execute on function customer_family(uuid) to exempta_app;

CREATE OR REPLACE FUNCTION public.day_of(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select (moment at time zone 'UTC')::date $function$;

CREATE OR REPLACE FUNCTION public.delete_customer_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from customer_terms t using gone o where t.customer_id = o.id;
  delete from customer_answers a using gone o where a.customer_id = o.id;
  delete from customer_tags t using gone o where t.customer_id = o.id;
  return null;
end $function$;
alter function delete_customer_parts() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.destroy_binder_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with gone as (
    delete from stored_files where document_id = old.id and rendition = 'binder' returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $function$;
alter function destroy_binder_file() owner to exempta_system;
revoke execute on function destroy_binder_file() from public;

CREATE OR REPLACE FUNCTION public.destroy_pieces_of_upload()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with gone as (delete from stored_files where document_id = old.id returning object_name)
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.destroy_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with gone as (
    delete from stored_files where document_id = old.verification_id and rendition = 'proof' returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $function$;
alter function destroy_proof() owner to exempta_system;
revoke execute on function destroy_proof() from public;

CREATE OR REPLACE FUNCTION public.destroy_stamps_of_share()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with gone as (
    delete from stored_files
    where document_id = old.document_id
      and rendition like 'st-' || left(replace(old.link_id::text, '-', ''), 16) || '-%'
    returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.destroy_stamps_of_viewer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with gone as (
    delete from stored_files f using document_shares s
    where s.link_id = old.link_id and f.document_id = s.document_id
      and f.rendition like 'st-' || left(replace(old.link_id::text, '-', ''), 16)
        || '-' || left(replace(old.id::text, '-', ''), 12) || '-%'
    returning f.object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.exempta_actor_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('exempta.actor_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION public.exempta_actor_role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('exempta.actor_role'::text, true), ''::text);

CREATE OR REPLACE FUNCTION public.exempta_allowed_ranges(person_role text, member_of uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN CASE person_role WHEN 'admin'::text THEN (SELECT (admin_ip_list.ranges)::text[] AS ranges FROM admin_ip_list) WHEN 'business'::text THEN (SELECT (business_ip_lists.ranges)::text[] AS ranges FROM business_ip_lists WHERE (business_ip_lists.business_id = exempta_allowed_ranges.member_of)) ELSE NULL::text[] END;

CREATE OR REPLACE FUNCTION public.exempta_audiences()
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN ARRAY['everybody'::text, ('role:'::text || exempta_actor_role()), ('business:'::text || exempta_business_id()), ('person:'::text || exempta_actor_id())];

CREATE OR REPLACE FUNCTION public.exempta_await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_unsealed (entry_id) select a.id from added a;
  return null;
end $function$;
alter function exempta_await_seal() owner to exempta_system;
revoke execute on function exempta_await_seal() from public;

CREATE OR REPLACE FUNCTION public.exempta_business_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('exempta.business_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE PROCEDURE public.exempta_close_partition(IN partition regclass, IN has_single_deletes boolean)
 LANGUAGE plpgsql
AS $procedure$
begin
  if not (select relrowsecurity from pg_class where oid = partition) then
    call exempta_protect(partition);
  end if;
  execute format('revoke all on %s from exempta_app, exempta_system', partition);
  if has_single_deletes then
    execute format('grant select, delete on %s to exempta_system', partition);
  end if;
end $procedure$;
revoke execute on procedure exempta_close_partition(regclass,boolean) from public;

CREATE OR REPLACE FUNCTION public.exempta_drop_months(parent regclass, before timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET lock_timeout TO '1s'
AS $function$
declare
  old record;
begin
  for old in select m.partition from exempta_months(parent) m where m.ends <= before loop
    perform pg_advisory_xact_lock(hashtext('exempta_months'));
    continue when not exists (select from exempta_months(parent) m where m.partition = old.partition);
    execute format('alter table %s detach partition %I', parent, old.partition);
    execute format('drop table %I', old.partition);
    return next old.partition;
  end loop;
end $function$;
revoke execute on function exempta_drop_months(regclass,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.exempta_first_id(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN ((lpad(to_hex((floor((EXTRACT(epoch FROM moment) * (1000)::numeric)))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid;

CREATE OR REPLACE FUNCTION public.exempta_has_month(parent regclass, name text, month timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
RETURN (EXISTS (SELECT FROM exempta_months(exempta_has_month.parent) m(partition, ends, is_month) WHERE ((m.partition = exempta_has_month.name) OR ((NOT m.is_month) AND (m.ends > exempta_has_month.month)))));

CREATE OR REPLACE FUNCTION public.exempta_month(moment timestamp with time zone, later integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN ((date_trunc('month'::text, (moment AT TIME ZONE 'UTC'::text)) + make_interval(months => later)) AT TIME ZONE 'UTC'::text);

CREATE OR REPLACE FUNCTION public.exempta_month_bound(parent regclass, month timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE a.atttypid WHEN 'uuid'::regtype THEN (exempta_first_id(exempta_month_bound.month))::text ELSE (exempta_month_bound.month)::text END AS month FROM (pg_partitioned_table p JOIN pg_attribute a ON (((a.attrelid = p.partrelid) AND (a.attnum = p.partattrs[0])))) WHERE (p.partrelid = (exempta_month_bound.parent)::oid));

CREATE OR REPLACE FUNCTION public.exempta_month_name(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY_MM'::text);

CREATE OR REPLACE FUNCTION public.exempta_months(parent regclass)
 RETURNS TABLE(partition text, ends timestamp with time zone, is_month boolean)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (c.relname)::text AS relname,
     exempta_month(make_timestamptz((m.parts[2])::integer, (m.parts[3])::integer, 1, 0, 0, (0)::double precision, 'UTC'::text),
         CASE
             WHEN (m.parts[1] IS NULL) THEN 1
             ELSE 0
         END) AS exempta_month,
     ((m.parts IS NOT NULL) AND (m.parts[1] IS NULL))
    FROM ((pg_inherits i
      JOIN pg_class c ON ((c.oid = i.inhrelid)))
      LEFT JOIN LATERAL regexp_match((c.relname)::text, '_(before_)?(\d{4})_(\d{2})$'::text) m(parts) ON (true))
   WHERE (i.inhparent = (exempta_months.parent)::oid)
   ORDER BY (c.relname COLLATE "C");
END;

CREATE OR REPLACE PROCEDURE public.exempta_partition_by_month(IN parent regclass)
 LANGUAGE plpgsql
AS $procedure$
declare
  other text := format('%I', (select relname from pg_class where oid = parent) || '_other');
begin
  execute format('create table %s partition of %s default', other, parent);
  call exempta_close_partition(other::regclass, true);
  perform exempta_prepare_months(now(), 2);
end $procedure$;
revoke execute on procedure exempta_partition_by_month(regclass) from public;

CREATE OR REPLACE FUNCTION public.exempta_prepare_months(moment timestamp with time zone, ahead integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET lock_timeout TO '1s'
AS $function$
declare
  parent record;
  month timestamptz;
  name text;
  options record;
begin
  for parent in
    select c.oid::regclass as id, c.relname as name from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace order by c.relname collate "C"
  loop
    for later in 0..ahead loop
      month := exempta_month(moment, later);
      name := parent.name || '_' || exempta_month_name(month);
      continue when exempta_has_month(parent.id, name, month);
      perform pg_advisory_xact_lock(hashtext('exempta_months'));
      continue when exempta_has_month(parent.id, name, month);
      begin
        execute format('create table %I partition of %s for values from (%L) to (%L)', name, parent.id,
          exempta_month_bound(parent.id, month), exempta_month_bound(parent.id, exempta_month(month, 1)));
        call exempta_close_partition(quote_ident(name)::regclass, false);
        for options in
          select attname, array_to_string(attoptions, ', ') as text from pg_attribute
          where attrelid = parent.id and attoptions is not null
        loop
          execute format('alter table %I alter column %I set (%s)', name, options.attname, options.text);
        end loop;
        return next name;
      exception when check_violation then
        -- Rows of this month are in the partition for all others.
        null;
      end;
    end loop;
  end loop;
end $function$;
revoke execute on function exempta_prepare_months(timestamp with time zone,integer) from public;

CREATE OR REPLACE PROCEDURE public.exempta_protect(IN protected_table regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', protected_table);
  execute format('alter table %s force row level security', protected_table);
  execute format(
    'create policy system_sees_all on %s to exempta_system using (true) with check (true)', protected_table);
end $procedure$;
revoke execute on procedure exempta_protect(regclass) from public;

CREATE OR REPLACE PROCEDURE public.exempta_publish_numbers(IN published regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  call exempta_protect(published);
  execute format('revoke all on %s from exempta_app, exempta_system', published);
  execute format('grant select on %s to exempta_app', published);
  execute format('grant select, insert, update, delete on %s to exempta_system', published);
  execute format(
    'create policy numbers_read on %s for select to exempta_app using ((select exempta_business_id()) is not null)',
    published);
end $procedure$;
revoke execute on procedure exempta_publish_numbers(regclass) from public;

CREATE OR REPLACE FUNCTION public.facts_of_share(shared_document uuid)
 RETURNS TABLE(search_text text, form text, expires_on date)
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(E'\n', d.name, u.name, u.email, e.purchaser, (
      select string_agg(distinct spelled.number, E'\n')
      from exemption_states n,
        lateral (values (n.number), (regexp_replace(n.number, '[^[:alnum:]]', '', 'g'))) spelled (number)
      where n.document_id = d.id and spelled.number <> '')),
    case when e.document_id is not null then coalesce(e.form, 'other') end, e.expires_on
  from documents d join users u on u.id = d.owner_id left join exemptions e on e.document_id = d.id
  where d.id = shared_document
$function$;
alter function facts_of_share(uuid) owner to exempta_system;
revoke execute on function facts_of_share(uuid) from public;

CREATE OR REPLACE FUNCTION public.find_people(part text, begins_word boolean, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
begin
  if exempta_actor_role() is distinct from 'admin' then
    return;
  elsif begins_word then
    return query select id from users
      where name ilike part || '%' or name ilike '% ' || part || '%'
        or email::text ilike part || '%' or email::text ilike '%@' || part || '%'
      limit most;
  else
    return query select id from users
      where name ilike '%' || part || '%' or email::text ilike '%' || part || '%'
      limit most;
  end if;
end $function$;
alter function find_people(text,boolean,integer) owner to exempta_system;
revoke execute on function find_people(text,boolean,integer) from public;
grant execute on function find_people(text,boolean,integer) to exempta_app;

CREATE OR REPLACE FUNCTION public.find_received_shares(part text, word text, has_trigram boolean, most integer)
 RETURNS TABLE(id uuid, status text, shared_at timestamp with time zone, form text, expires_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
begin
  if has_trigram then
    return query select s.id, s.status, s.shared_at, s.form, s.expires_on from received_search s
      where s.search_text ilike '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
        and strpos(lower(s.search_text), lower(part)) > 0
      limit most;
  else
    return query select s.id, s.status, s.shared_at, s.form, s.expires_on from received_search s
      where pairs_of(s.search_text) @> pairs_of(word) and strpos(lower(s.search_text), lower(part)) > 0
      limit most;
  end if;
end $function$;
alter function find_received_shares(text,text,boolean,integer) owner to exempta_system;
revoke execute on function find_received_shares(text,text,boolean,integer) from public;
grant execute on function find_received_shares(text,text,boolean,integer) to exempta_app;

CREATE OR REPLACE FUNCTION public.follow_moved_certificates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.record_id) into changed from gone o where o.record_id is not null;
  else
    select array_agg(distinct r.id) into changed
      from added n join gone o on o.id = n.id, unnest(array[o.record_id, n.record_id]) as r (id)
      where o.record_id is distinct from n.record_id and r.id is not null;
  end if;
  if changed is null then return null; end if;
  delete from customers c
    where c.id = any(changed) and not c.is_kept and c.merged_into is null
      and not exists (select from coverage_customers v where v.record_id = c.id)
      and not exists (select from customers s where s.merged_into = c.id);
  perform renew_customer_answers(changed);
  return null;
end $function$;
alter function follow_moved_certificates() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.forget_customers_without_certificates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from coverage_customers c
    where c.id in (select o.customer_id from gone o)
      and not exists (select from coverage_index i where i.customer_id = c.id);
  return null;
end $function$;
alter function forget_customers_without_certificates() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.forget_openings_of_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from mail_share_openings where share_id = new.id;
  return null;
end $function$;
alter function forget_openings_of_share() owner to exempta_system;
revoke execute on function forget_openings_of_share() from public;

CREATE OR REPLACE FUNCTION public.forget_review_by_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.reviewed_by_rules := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_sealed_secrets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from sealed_secrets where owner_id = old.id;
  return null;
end $function$;
alter function forget_sealed_secrets() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.fresh_customer_answers(ids uuid[])
 RETURNS TABLE(customer_id uuid, state text, business_id uuid, customer_name text, answer text, ends_on date, share_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 WITH judged AS (
          SELECT DISTINCT ON (v.record_id, i.state) v.record_id,
             i.state,
             i.verdict,
             i.ends_on,
             i.share_id
            FROM (coverage_customers v
              JOIN coverage_index i ON ((i.customer_id = v.id)))
           WHERE (v.record_id = ANY (fresh_customer_answers.ids))
           ORDER BY v.record_id, i.state, (array_position(ARRAY['covered'::text, 'charge-part'::text, 'check'::text, 'not-covered'::text], i.verdict)), i.ends_on DESC, i.share_id
         ), bought AS (
          SELECT DISTINCT c_1.id AS record_id,
             (a.one ->> 'state'::text) AS state
            FROM customers c_1,
             LATERAL jsonb_array_elements(c_1.addresses) a(one)
           WHERE (c_1.id = ANY (fresh_customer_answers.ids))
         )
  SELECT c.id,
     s.state,
     c.business_id,
     c.name,
     COALESCE(j.verdict, 'none'::text) AS "coalesce",
     j.ends_on,
     j.share_id
    FROM ((( SELECT judged.record_id,
             judged.state
            FROM judged
         UNION
          SELECT bought.record_id,
             bought.state
            FROM bought) s
      JOIN customers c ON (((c.id = s.record_id) AND (c.merged_into IS NULL))))
      LEFT JOIN judged j ON (((j.record_id = s.record_id) AND (j.state = s.state))));
END;
alter function fresh_customer_answers(uuid[]) owner to exempta_system;
revoke execute on function fresh_customer_answers(uuid[]) from public;

CREATE OR REPLACE FUNCTION public.guard_kept_copy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.ended_at is null and exists (select from businesses b where b.id = old.business_id) then
      raise exception 'This copy is kept until %.', old.kept_until using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if new.kept_until < old.kept_until or old.ended_at is not null
    or (new.id, new.business_id, new.share_id, new.customer_id, new.document_id, new.version, new.document_type,
        new.file_id, new.state, new.created_at)
      is distinct from (old.id, old.business_id, old.share_id, old.customer_id, old.document_id, old.version,
        old.document_type, old.file_id, old.state, old.created_at)
    or (new.owner_id is distinct from old.owner_id and new.owner_id is not null)
  then
    raise exception 'This copy is kept until %.', old.kept_until using errcode = 'restrict_violation';
  end if;
  if new.owner_id is null then new.document_name := null; end if;
  return new;
end $function$;
alter function guard_kept_copy() owner to exempta_system;
revoke execute on function guard_kept_copy() from public;

CREATE OR REPLACE FUNCTION public.keep_relied_copy(new_id uuid, relied_share uuid, is_live boolean, customer uuid, in_state text, relied_on date, until date, now_at timestamp with time zone)
 RETURNS TABLE(copy_id uuid, is_new boolean, is_first boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shared record;
  kept record;
  file uuid;
begin
  select s.business_id, s.owner_id, s.document_id, s.status, d.version, d.name, d.type into shared
    from document_shares s join documents d on d.id = s.document_id
    where s.id = relied_share and s.business_id = exempta_business_id();
  -- It was shared when the sale was judged, and isn't anymore: the sale has to be judged again.
  if is_live and (not found or shared.status = 'revoked') then
    raise exception 'The certificate changed while it was relied on.' using errcode = 'serialization_failure';
  end if;
  if not found then return; end if;
  select k.id, k.first_relied_on, k.last_relied_on, k.kept_until into kept from kept_copies k
    where k.business_id = shared.business_id and k.state = in_state and k.share_id = relied_share
      and (shared.status = 'revoked' or k.document_id = shared.document_id and k.version = shared.version)
      and k.ended_at is null
    order by k.created_at desc, k.id desc limit 1;
  if found then
    if kept.first_relied_on > relied_on or kept.last_relied_on < relied_on or kept.kept_until < until then
      update kept_copies k set first_relied_on = least(k.first_relied_on, relied_on),
        last_relied_on = greatest(k.last_relied_on, relied_on), kept_until = greatest(k.kept_until, until)
        where k.id = kept.id;
    end if;
    return query select kept.id::uuid, false, false;
    return;
  end if;
  if shared.status = 'revoked' then return; end if;
  -- Whoever deletes the file or replaces the version at the same moment waits for this lock, or has gone first.
  select f.id into file from stored_files f
    where f.document_id = shared.document_id and f.rendition = 'redacted' and f.version = shared.version
    for no key update;
  if not found then
    if exists (select from documents d where d.id = shared.document_id and d.version = shared.version) then
      return;
    end if;
    raise exception 'The certificate changed while it was relied on.' using errcode = 'serialization_failure';
  end if;
  is_first := not exists (
    select from kept_copies k where k.business_id = shared.business_id and k.document_id = shared.document_id);
  insert into kept_copies as k (id, business_id, owner_id, document_name, share_id, customer_id, document_id, version,
      document_type, file_id, state, first_relied_on, last_relied_on, kept_until, created_at)
    values (new_id, shared.business_id, shared.owner_id, shared.name, relied_share, customer, shared.document_id,
      shared.version, shared.type, file, in_state, relied_on, relied_on, until, now_at)
    on conflict (business_id, document_id, version, state) do update
      set first_relied_on = least(k.first_relied_on, excluded.first_relied_on),
        last_relied_on = greatest(k.last_relied_on, excluded.last_relied_on),
        kept_until = greatest(k.kept_until, excluded.kept_until)
    returning k.id into copy_id;
  is_new := copy_id = new_id;
  return next;
end $function$;
alter function keep_relied_copy(uuid,uuid,boolean,uuid,text,date,date,timestamp with time zone) owner to exempta_system;
revoke execute on function keep_relied_copy(uuid,uuid,boolean,uuid,text,date,date,timestamp with time zone) from public;
grant execute on function keep_relied_copy(uuid,uuid,boolean,uuid,text,date,date,timestamp with time zone) to exempta_app;

CREATE OR REPLACE FUNCTION public.keep_relied_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from kept_copies k where k.file_id = old.id) then return null; end if;
  return old;
end $function$;
alter function keep_relied_file() owner to exempta_system;
revoke execute on function keep_relied_file() from public;

CREATE OR REPLACE FUNCTION public.keep_share_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select f.search_text, f.form, f.expires_on into new.search_text, new.form, new.expires_on
    from facts_of_share(new.document_id) f;
  return new;
end $function$;
alter function keep_share_search_text() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.live_publish(to_stream text, event_name text, event_payload text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  next_seq bigint;
begin
  insert into live_streams as s (stream, last_seq) values (to_stream, 1)
    on conflict (stream) do update set last_seq = s.last_seq + 1
    returning last_seq into next_seq;
  insert into live_events (stream, seq, name, payload)
    values (to_stream, next_seq, event_name, event_payload::json);
  perform pg_notify('exempta_live', concat_ws(' ', 'event', to_stream, next_seq, event_name,
    case when octet_length(event_payload) <= 7000 then event_payload end));
  return next_seq;
end $function$;
alter function live_publish(text,text,text) owner to exempta_system;
revoke execute on function live_publish(text,text,text) from public;
grant execute on function live_publish(text,text,text) to exempta_app;

CREATE OR REPLACE FUNCTION public.make_customer_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into customers (id, business_id, name, is_kept, created_at, updated_at)
    select a.id, a.business_id, left(a.name, 200), false, now(), now() from added a where a.record_id is null;
  update coverage_customers v set record_id = v.id from added a where v.id = a.id and a.record_id is null;
  return null;
end $function$;
alter function make_customer_records() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.mark_coverage_of_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'businesses' then
    update coverage_index set judge_again_at = '-infinity' where business_id = new.id;
  else
    update coverage_index set judge_again_at = '-infinity' where owner_id = new.id;
  end if;
  return null;
end $function$;
alter function mark_coverage_of_renamed() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.match_customers(stated uuid[], now_is timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  me record;
  target uuid;
  how text;
begin
  for me in
    select v.id, v.business_id, v.record_id, v.name, c.is_kept
    from coverage_customers v join customers c on c.id = v.record_id
    where v.id = any(stated) and v.matched_by = 'own'
    order by v.id
  loop
    target := null;
    how := null;
    if not me.is_kept then
      with found as (
        select f.record_id, f.reason,
          exists (select from customers c where c.id = f.record_id and lower(c.name) = lower(me.name))
            or exists (select from customer_terms n
              where n.customer_id = f.record_id and n.term = '=' || lower(me.name)) as is_named,
          exists (select from coverage_terms t join customer_terms n on n.term = t.term and n.customer_id = f.record_id
            where t.customer_id = me.id and t.term ~ '^[[:alpha:]]{4,}$'
              and t.term <> all(array['company', 'corp', 'corporation', 'incorporated', 'limited', 'group',
                'services', 'enterprises', 'holdings'])) as shares_word
        from customer_candidates(me.id) f
      ), sure as (
        select 'request' as reason, f.record_id from found f where f.reason = 'request'
        union all
        select 'number', f.record_id from found f where f.reason = 'number' and f.is_named
        union all
        select 'email', f.record_id from found f
          where f.reason = 'email' and f.shares_word
            and (select count(distinct o.record_id) from found o where o.reason = 'email') = 1
      ), best as (
        select s.reason, min(s.record_id::text)::uuid as record_id
        from sure s group by s.reason having count(distinct s.record_id) = 1
      )
      select b.record_id, b.reason into target, how from best b
        order by array_position(array['request', 'number', 'email'], b.reason) limit 1;
    end if;
    if target is not null then
      delete from customer_suggestions s where s.coverage_customer_id = me.id and s.declined_at is null;
      update coverage_customers v set record_id = target, matched_by = how where v.id = me.id;
      continue;
    end if;
    delete from customer_suggestions s
      where s.coverage_customer_id = me.id and s.declined_at is null
        and not exists (select from customer_candidates(me.id) f where f.record_id = s.customer_id);
    insert into customer_suggestions (id, business_id, coverage_customer_id, customer_id, reasons, suggested_at)
      select gen_random_uuid(), me.business_id, me.id, f.record_id,
        array_agg(distinct f.reason), now_is
      from customer_candidates(me.id) f
      -- Of a pair, one direction is enough, and a team member decides about it once.
      where not exists (
        select from customer_suggestions r join coverage_customers o on o.id = r.coverage_customer_id
        where r.customer_id = me.record_id and o.record_id = f.record_id)
      group by f.record_id order by count(distinct f.reason) desc, f.record_id limit 5
      on conflict (coverage_customer_id, customer_id) do update set reasons = excluded.reasons
        where customer_suggestions.declined_at is null;
  end loop;
end $function$;
alter function match_customers(uuid[],timestamp with time zone) owner to exempta_system;
revoke execute on function match_customers(uuid[],timestamp with time zone) from public;
grant execute on function match_customers(uuid[],timestamp with time zone) to exempta_app;

CREATE OR REPLACE FUNCTION public.move_version_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.name_owner_of_exemption_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select e.owner_id into new.owner_id from exemptions e where e.document_id = new.document_id;
  return new;
end $function$;
alter function name_owner_of_exemption_state() owner to exempta_system;
revoke execute on function name_owner_of_exemption_state() from public;

CREATE OR REPLACE FUNCTION public.note_added_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into added_day_notes (kind, day) values (tg_argv[0], day_of(old.created_at));
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or day_of(new.created_at) <> day_of(old.created_at)) then
    insert into added_day_notes (kind, day) values (tg_argv[0], day_of(new.created_at));
  end if;
  return null;
end $function$;
alter function note_added_day() owner to exempta_system;
revoke execute on function note_added_day() from public;

CREATE OR REPLACE FUNCTION public.note_day_of_erased_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into added_day_notes (kind, day)
    select 'user', day_of(created_at) from users where id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;
alter function note_day_of_erased_user() owner to exempta_system;
revoke execute on function note_day_of_erased_user() from public;

CREATE OR REPLACE FUNCTION public.note_member_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update business_users set last_active = new.last_seen_at
    where user_id = new.user_id and (last_active is null or last_active < new.last_seen_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_received_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into received_day_notes (business_id, day) values (old.business_id, day_of(old.shared_at));
  end if;
  if tg_op = 'INSERT'
    or (tg_op = 'UPDATE' and (new.business_id, day_of(new.shared_at)) <> (old.business_id, day_of(old.shared_at)))
  then
    insert into received_day_notes (business_id, day) values (new.business_id, day_of(new.shared_at));
  end if;
  return null;
end $function$;
alter function note_received_day() owner to exempta_system;
revoke execute on function note_received_day() from public;

CREATE OR REPLACE FUNCTION public.notify_auditor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('exempta_viewers', old.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_auditors_of_binder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('exempta_viewers', id::text) from auditor_grants where binder_id = new.id;
  return null;
end $function$;
alter function notify_auditors_of_binder() owner to exempta_system;
revoke execute on function notify_auditors_of_binder() from public;

CREATE OR REPLACE FUNCTION public.notify_auditors_of_business()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('exempta_viewers', id::text) from auditor_grants where business_id = new.id;
  return null;
end $function$;
alter function notify_auditors_of_business() owner to exempta_system;
revoke execute on function notify_auditors_of_business() from public;

CREATE OR REPLACE FUNCTION public.pairs_of(content text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_remove(((string_to_array(lower(content), NULL::text) || string_to_array(regexp_replace(lower(content), '(..)'::text, '\1'::text, 'g'::text), ''::text)) || string_to_array(regexp_replace(substr(lower(content), 2), '(..)'::text, '\1'::text, 'g'::text), ''::text)), ''::text);

CREATE OR REPLACE FUNCTION public.record_coverage_events(changes jsonb, happened_at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    with wanted as (
      select s.id as share_id, s.business_id, s.document_id, s.status, d.version, c.state, c.verdict,
        gen_random_uuid() as event_id, w.webhooks
      from jsonb_to_recordset(changes) as c ("shareId" uuid, state text, verdict text)
        join document_shares s on s.id = c."shareId"
        join documents d on d.id = s.document_id
        join api_access a on a.business_id = s.business_id and a.state = 'approved'
        join lateral (
          select array_agg(h.id) as webhooks from webhooks h
          where h.business_id = s.business_id and h.is_active and 'coverage.changed' = any(h.events)
        ) w on w.webhooks is not null
    ), made as (
      insert into webhook_events (id, business_id, type, share_id, document_id, data, created_at)
      select event_id, business_id, 'coverage.changed', share_id, document_id,
        jsonb_build_object('id', share_id, 'documentId', document_id, 'version', version, 'status', status,
          'state', state, 'verdict', verdict),
        happened_at
      from wanted
      returning webhook_events.id
    ), queued as (
      insert into webhook_deliveries (webhook_id, event_id, business_id, share_id, type, next_try_at, created_at)
      select h.id, x.event_id, x.business_id, x.share_id, 'coverage.changed', happened_at, happened_at
      from wanted x join made m on m.id = x.event_id, unnest(x.webhooks) h (id)
      returning webhook_deliveries.webhook_id
    )
    select distinct q.webhook_id from queued q order by 1;
end $function$;
alter function record_coverage_events(jsonb,timestamp with time zone) owner to exempta_system;
revoke execute on function record_coverage_events(jsonb,timestamp with time zone) from public;
grant execute on function record_coverage_events(jsonb,timestamp with time zone) to exempta_app;

CREATE OR REPLACE FUNCTION public.record_customer_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ids uuid[];
  owners uuid[];
  numbers text[];
  times timestamptz[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.id), array_agg(o.business_id), array_agg(o.number), array_agg(greatest(o.updated_at, now()))
      into ids, owners, numbers, times from gone o;
  elsif tg_op = 'INSERT' then
    select array_agg(n.id), array_agg(n.business_id), array_agg(n.number), array_agg(n.updated_at)
      into ids, owners, numbers, times from added n;
  else
    select array_agg(n.id), array_agg(n.business_id), array_agg(n.number), array_agg(n.updated_at)
      into ids, owners, numbers, times from added n join gone o on o.id = n.id where n.updated_at <> o.updated_at;
  end if;
  if ids is null then return null; end if;
  with wanted as (
    select c.id, c.business_id, c.number, c.happened_at, w.webhooks, gen_random_uuid() as event_id
    from unnest(ids, owners, numbers, times) as c (id, business_id, number, happened_at)
      -- A business that is being deleted is told nothing.
      join businesses b on b.id = c.business_id
      join api_access a on a.business_id = c.business_id and a.state = 'approved'
      join lateral (
        select array_agg(h.id) as webhooks from webhooks h
        where h.business_id = c.business_id and h.is_active and 'customer.changed' = any(h.events)
      ) w on w.webhooks is not null
  ), made as (
    insert into webhook_events (id, business_id, type, customer_id, data, created_at)
    select event_id, business_id, 'customer.changed', id,
      jsonb_build_object('customerId', id, 'number', number, 'isDeleted', tg_op = 'DELETE'), happened_at
    from wanted
    returning webhook_events.id
  )
  insert into webhook_deliveries (webhook_id, event_id, business_id, customer_id, type, next_try_at, created_at)
  select h.id, x.event_id, x.business_id, x.id, 'customer.changed', happened_at, happened_at
  from wanted x join made m on m.id = x.event_id, unnest(x.webhooks) h (id);
  return null;
end $function$;
alter function record_customer_events() owner to exempta_system;
revoke execute on function record_customer_events() from public;

CREATE OR REPLACE FUNCTION public.record_webhook_events(wanted_type text, wanted_shares uuid[], happened_at timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if wanted_type = 'document.revoked' then
    update webhook_events set data = data - 'reason' where share_id = any(wanted_shares) and data ? 'reason';
  end if;
  return query
    with wanted as (
      select s.id as share_id, w.id as webhook_id
      from document_shares s
        join webhooks w on w.business_id = s.business_id and w.is_active and wanted_type = any(w.events)
        join api_access a on a.business_id = s.business_id and a.state = 'approved'
      where s.id = any(wanted_shares)
    ), made as (
      insert into webhook_events (business_id, type, share_id, document_id, data, created_at)
      select s.business_id, wanted_type, s.id, s.document_id,
        jsonb_strip_nulls(jsonb_build_object(
          'id', s.id, 'documentId', s.document_id, 'version', d.version,
          'status', case wanted_type when 'document.revoked' then 'revoked' else s.status end,
          'reason', case wanted_type when 'document.rejected' then s.reject_reason end)),
        happened_at
      from document_shares s join documents d on d.id = s.document_id
      where s.id in (select w.share_id from wanted w)
      returning webhook_events.id, webhook_events.business_id, webhook_events.share_id
    ), queued as (
      insert into webhook_deliveries (webhook_id, event_id, business_id, share_id, type, next_try_at, created_at)
      select w.webhook_id, m.id, m.business_id, m.share_id, wanted_type, happened_at, happened_at
      from made m join wanted w on w.share_id = m.share_id
      returning webhook_deliveries.webhook_id
    )
    select distinct q.webhook_id from queued q order by 1;
end $function$;
alter function record_webhook_events(text,uuid[],timestamp with time zone) owner to exempta_system;
revoke execute on function record_webhook_events(text,uuid[],timestamp with time zone) from public;
grant execute on function record_webhook_events(text,uuid[],timestamp with time zone) to exempta_app;

CREATE OR REPLACE FUNCTION public.release_kept_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from stored_files f where f.id = old.file_id for update;
  if exists (select from kept_copies k where k.file_id = old.file_id)
    or exists (select from documents d where d.id = old.document_id and d.version = old.version) then
    return null;
  end if;
  with gone as (
    delete from stored_files where id = old.file_id returning object_name
  )
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $function$;
alter function release_kept_file() owner to exempta_system;
revoke execute on function release_kept_file() from public;

CREATE OR REPLACE FUNCTION public.renew_answers_of_judged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct v.record_id) into changed
      from added i join coverage_customers v on v.id = i.customer_id;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct v.record_id) into changed
      from gone i join coverage_customers v on v.id = i.customer_id;
  else
    -- A sale notes its day in the index, which changes no answer.
    select array_agg(distinct v.record_id) into changed
      from added n join gone o on o.share_id = n.share_id and o.state = n.state
        join coverage_customers v on v.id in (n.customer_id, o.customer_id)
      where (o.customer_id, o.verdict, o.ends_on) is distinct from (n.customer_id, n.verdict, n.ends_on);
  end if;
  if changed is not null then perform renew_customer_answers(changed); end if;
  return null;
end $function$;
alter function renew_answers_of_judged() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.renew_customer_answers(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from customers c where c.id = any(ids) order by c.id for no key update;
  with fresh as materialized (
    select * from fresh_customer_answers(ids)
  ), removed as (
    delete from customer_answers a
      where a.customer_id = any(ids)
        and not exists (select from fresh f where f.customer_id = a.customer_id and f.state = a.state)
  )
  insert into customer_answers as a (customer_id, state, business_id, customer_name, answer, ends_on, share_id)
    select f.customer_id, f.state, f.business_id, f.customer_name, f.answer, f.ends_on, f.share_id
    from fresh f
    on conflict (customer_id, state) do update
      set customer_name = excluded.customer_name, answer = excluded.answer, ends_on = excluded.ends_on,
        share_id = excluded.share_id
      where (a.customer_name, a.answer, a.ends_on, a.share_id)
        is distinct from (excluded.customer_name, excluded.answer, excluded.ends_on, excluded.share_id);
end $function$;
alter function renew_customer_answers(uuid[]) owner to exempta_system;
revoke execute on function renew_customer_answers(uuid[]) from public;

CREATE OR REPLACE FUNCTION public.renew_customer_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  answered uuid[];
  tagged uuid[];
begin
  if tg_op = 'INSERT' then
    -- A new record has no certificates yet, and nobody else sees it.
    insert into customer_answers (customer_id, state, business_id, customer_name, answer)
      select distinct n.id, a.one ->> 'state', n.business_id, n.name, 'none'
      from added n, jsonb_array_elements(n.addresses) as a (one)
      where n.merged_into is null
      on conflict do nothing;
    select array_agg(n.id) filter (where n.tags <> '{}') into tagged from added n;
  else
    select array_agg(n.id) filter (
        where (o.name, o.addresses, o.merged_into) is distinct from (n.name, n.addresses, n.merged_into)),
      array_agg(n.id) filter (where (o.name, o.tags, o.merged_into) is distinct from (n.name, n.tags, n.merged_into))
      into answered, tagged from added n join gone o on o.id = n.id;
    delete from customer_tags t using customers c
      where t.customer_id = any(tagged) and c.id = t.customer_id
        and (c.merged_into is not null or t.customer_name <> c.name or t.tag <> all(c.tags));
  end if;
  insert into customer_tags (business_id, tag, customer_name, customer_id)
    select c.business_id, t.tag, c.name, c.id
    from customers c, unnest(c.tags) as t (tag)
    where c.id = any(tagged) and c.merged_into is null
    on conflict do nothing;
  if answered is not null then perform renew_customer_answers(answered); end if;
  return null;
end $function$;
alter function renew_customer_parts() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.renew_share_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update document_shares s set search_text = (select f.search_text from facts_of_share(s.document_id) f)
    where s.business_id is not null
      and case tg_table_name when 'users' then s.owner_id = new.id else s.document_id = new.id end;
  return null;
end $function$;
alter function renew_share_search_text() owner to exempta_system;

CREATE OR REPLACE FUNCTION public.renew_shares_of_exemption()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update document_shares s set (search_text, form, expires_on) = (
      select f.search_text, f.form, f.expires_on from facts_of_share(s.document_id) f)
    where s.business_id is not null and s.document_id in (select c.document_id from changed c);
  delete from share_states t using document_shares s
    where s.id = t.share_id and s.document_id in (select c.document_id from changed c);
  insert into share_states (share_id, state, business_id, shared_at)
    select s.id, x.state, s.business_id, s.shared_at
    from exemption_states x
      join exemptions e on e.document_id = x.document_id
      join document_shares s on s.document_id = x.document_id
    where x.document_id in (select c.document_id from changed c)
      and s.business_id is not null and s.status <> 'revoked';
  return null;
end $function$;
alter function renew_shares_of_exemption() owner to exempta_system;
revoke execute on function renew_shares_of_exemption() from public;

CREATE OR REPLACE FUNCTION public.renew_states_of_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from share_states where share_id = new.id;
  end if;
  if new.status <> 'revoked' then
    insert into share_states (share_id, state, business_id, shared_at)
      select new.id, x.state, new.business_id, new.shared_at
      from exemption_states x where x.document_id = new.document_id;
  end if;
  return null;
end $function$;
alter function renew_states_of_share() owner to exempta_system;
revoke execute on function renew_states_of_share() from public;

CREATE OR REPLACE FUNCTION public.review_minutes(shared_at timestamp with time zone, reviewed_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select m - m % case when m < 60 then 1 when m < 1440 then 15 when m < 14400 then 360 else 1440 end
  from (select greatest(0, floor(extract(epoch from reviewed_at - shared_at) / 60))::integer) whole (m)
$function$;

CREATE OR REPLACE FUNCTION public.set_default_preferences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into notification_preferences (user_id, mailed_types, mailed_outcomes, updated_at)
    values (new.id, '{}', '{verified,rejected,first-view,expiring}', new.created_at)
    on conflict do nothing;
  return null;
end $function$;
alter function set_default_preferences() owner to exempta_system;
revoke execute on function set_default_preferences() from public;

CREATE OR REPLACE FUNCTION public.start_of(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select day::timestamp at time zone 'UTC' $function$;

CREATE OR REPLACE FUNCTION public.tell_viewers_of_share()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('exempta_viewers', old.link_id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_viewers_of_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('exempta_viewers', link_id::text)
    from document_shares where document_id = new.id and link_id is not null;
  return null;
end $function$;
