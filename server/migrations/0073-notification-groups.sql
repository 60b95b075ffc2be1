-- What a notification is about, so that the panel can group those of the same kind and emails obey the preferences.
alter table notifications
  add kind text check (kind in ('verified', 'rejected', 'first-view', 'received', 'ready')),
  -- The other side, such as the business that verified.
  add about text check (length(about) between 1 and 200),
  add document_count integer not null default 1 check (document_count > 0);
