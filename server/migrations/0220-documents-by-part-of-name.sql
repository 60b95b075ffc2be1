-- Administrators find a document by part of its name when its owner asks who saw it.
create index documents_by_part_of_name on documents using gin (name gin_trgm_ops);
