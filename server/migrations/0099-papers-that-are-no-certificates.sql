-- Pages that are another kind of paper, such as a W-9.
alter table document_readings add column not_a_certificate text check (not_a_certificate ~ '^[a-z0-9-]{1,40}$');
alter table document_readings add check (form is null or not_a_certificate is null);
