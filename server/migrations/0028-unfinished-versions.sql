-- Few at a time: those that are being made, and those whose maker was lost.
create index document_versions_unfinished on document_versions (created_at) where ready_at is null;
