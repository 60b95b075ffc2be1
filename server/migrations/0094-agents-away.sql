-- Administrators who have switched themselves away from live support. All others count as present while a page is open.
create table chat_away (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null
);
call exempta_protect('chat_away');
revoke all on chat_away from exempta_app;
grant select on chat_away to exempta_app;
create policy of_administrators on chat_away for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
