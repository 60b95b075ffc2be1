-- What is deleted after a time is found by its age.
create index notifications_by_age on notifications (created_at);
