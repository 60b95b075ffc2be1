-- What people are told, whom it is for, and who has read it.

create table notifications (
  id uuid primary key,
  -- Named like the live stream that tells of it: everybody, role:admin, business:<id>, person:<id>.
  audience text not null check (audience ~ '^(everybody|role:(user|business|admin)|(business|person):[0-9a-f-]{36})$'),
  -- Goes with its person.
  person_id uuid references users on delete cascade,
  type text not null check (type in ('users', 'businesses', 'other')),
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) between 1 and 1000),
  created_at timestamptz not null,
  check (audience = 'person:' || person_id or (person_id is null and audience not like 'person:%'))
);
create index notifications_by_audience on notifications (audience, created_at desc, id desc);
-- Few people have many notifications, and everybody has them all: plan every audience as if it were large, so
-- that a page is read from the index in order and not collected and sorted.
alter table notifications alter column audience set (n_distinct = 2);
create index notifications_by_person on notifications (person_id) where person_id is not null;
call exempta_protect('notifications');
revoke all on notifications from exempta_app, exempta_system;
grant select, insert on notifications to exempta_app;
grant select, insert, delete on notifications to exempta_system;

create function exempta_audiences() returns text[]
  language sql stable
  return array[
    'everybody', 'role:' || exempta_actor_role(), 'business:' || exempta_business_id(),
    'person:' || exempta_actor_id()
  ];

-- Whoever acts may have to tell others of it. Reading is for those it is addressed to; what goes to many is
-- for those who were there when it was sent. Written so that the planner expects it to hide nearly nothing:
-- the query names its own audiences, and finds them by the index.
create policy notifications_add on notifications for insert to exempta_app with check (true);
create policy notifications_read on notifications for select to exempta_app using (
  array_position((select exempta_audiences()), audience) is not null
  and (person_id is not null or audience like 'business:%' or created_at >= (
    select u.created_at from users u where u.id = (select exempta_actor_id())))
);

create table notification_reads (
  user_id uuid not null references users on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, notification_id)
);
create index notification_reads_by_notification on notification_reads (notification_id);
call exempta_protect('notification_reads');
revoke all on notification_reads from exempta_app;
grant select, insert on notification_reads to exempta_app;
create policy notification_reads_own on notification_reads for select to exempta_app
  using (user_id = (select exempta_actor_id()));
create policy notification_reads_add on notification_reads for insert to exempta_app with check (
  user_id = (select exempta_actor_id())
  and exists (select from notifications n where n.id = notification_id)
);

create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  mailed_types text[] not null check (mailed_types <@ array['users', 'businesses', 'other']),
  updated_at timestamptz not null
);
call exempta_protect('notification_preferences');
revoke delete on notification_preferences from exempta_app;
create policy notification_preferences_own on notification_preferences to exempta_app
  using (user_id = (select exempta_actor_id())) with check (user_id = (select exempta_actor_id()));
