-- What is deleted after a time is found by its age. Rows lie in that order; an ordered index would be taken for lists too.
create index notifications_by_age on notifications using brin (created_at);
