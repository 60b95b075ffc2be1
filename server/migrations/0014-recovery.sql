-- Links that mails carry, and what a person's own page tells.

alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links
  add constraint one_time_links_purpose_check check (purpose in (
    'set-up', 'reset-password', 'choose-password', 'verify-email', 'change-email', 'invitation')),
  -- The address that using the link proves; for a change of address the new one.
  add email citext,
  -- What the link is about where that is no person, such as an invitation.
  add subject_id uuid;
create index one_time_links_by_subject on one_time_links (subject_id) where subject_id is not null;
create index one_time_links_by_end on one_time_links (expires_at);

-- The sign-in before the newest: what a person's own page shows as the last.
alter table users add previous_login_at timestamptz;
