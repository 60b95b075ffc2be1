-- Job applications. The résumé is in the file store, under the id of its row.

create table job_applications (
  id uuid primary key,
  position text not null check (position ~ '^[a-z][a-z-]{0,60}$'),
  name text not null,
  email citext not null,
  phone text not null,
  cover_letter text not null,
  state text not null default 'new' check (state in ('new', 'in-review', 'accepted', 'rejected')),
  resume_name text not null,
  resume_type text not null,
  resume_bytes integer not null check (resume_bytes > 0),
  submitted_at timestamptz not null,
  updated_at timestamptz not null
);
create index job_applications_by_time on job_applications (submitted_at, id);
create index job_applications_by_state on job_applications (state, submitted_at, id);
create index job_applications_by_email on job_applications (email);
call exempta_protect('job_applications');
revoke all on job_applications from exempta_app;
grant select on job_applications to exempta_app;
create policy of_administrators on job_applications for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
