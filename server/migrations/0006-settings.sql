-- What administrators change while the product runs. A setting that was never changed has no row.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);
call exempta_protect('settings');
revoke delete, truncate on settings from exempta_app, exempta_system;
create policy settings_of_administrators on settings to exempta_app
  using ((select exempta_actor_role()) = 'admin') with check ((select exempta_actor_role()) = 'admin');
