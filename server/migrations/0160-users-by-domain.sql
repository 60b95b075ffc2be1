-- Automatic review asks which accounts have addresses of one domain.
create index users_by_domain on users (lower(split_part(email::text, '@', 2)));
