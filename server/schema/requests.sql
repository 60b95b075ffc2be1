-- Requests for certificates.

set local role exempta_system;

-- What a business sees of its requests, with what became of each, without lists that nobody has sent yet. A request is
-- sent once the mail server took its last email; what became of an email that is erased by now isn't known. Owned by
-- the system, like received_documents.
create or replace view business_requests as
  select r.id, r.business_id, r.kind, r.location_id, r.email, r.customer_name, r.customer_ref, r.state, r.message, r.due_on,
    r.mail_id, r.sent_at, r.opened_at, r.received_at, r.declined_at, r.closed_at, r.received_count, r.share_id, r.user_id,
    r.created_by, r.created_at, r.updated_at, r.campaign_id, r.sale_on, r.reminded, r.reminded_at, r.remind_on,
    l.name as location_name, u.name as sender_name,
    case
      when r.kind = 'standing' then case when r.closed_at is null then 'open' else 'closed' end
      when s.status in ('verified', 'rejected') then s.status
      when s.status = 'revoked' then 'withdrawn'
      when r.received_at is not null then 'received'
      when r.declined_at is not null then 'declined'
      when r.closed_at is not null then 'closed'
      when m.status = 'failed' or r.bounced_at is not null then 'bounced'
      when r.opened_at is not null then 'opened'
      when m.status in ('queued', 'kept', 'sent') then m.status
      else 'open'
    end as status,
    r.customer_id, r.bounced_at, r.bounce, r.auto_answered_at
  from certificate_requests r
    left join campaigns c on c.id = r.campaign_id
    left join business_locations l on l.id = r.location_id
    left join document_shares s on s.id = r.share_id
    left join users u on u.id = r.user_id
    left join mails m on m.id = r.mail_id
  where r.business_id = (select exempta_business_id()) and (c.id is null or c.status <> 'draft');
grant select on business_requests to exempta_app;

set local role none;

-- The pieces go with the upload, whoever ends it: the guest, the sweep, the import, or the erasure of the account. The
-- same goes for emails, and for attachments that wait for a manager.
create or replace function destroy_pieces_of_upload() returns trigger language plpgsql as $$
begin
  with gone as (delete from stored_files where document_id = old.id returning object_name)
  insert into discarded_objects (object_name, discarded_at) select object_name, now() from gone;
  return null;
end $$;

create or replace trigger destroy_pieces_of_upload
  after delete on request_uploads for each row execute function destroy_pieces_of_upload();
create or replace trigger destroy_pieces_of_archive_file
  after delete on archive_files for each row execute function destroy_pieces_of_upload();
create or replace trigger destroy_inbound_email
  after delete on inbound_emails for each row execute function destroy_pieces_of_upload();
create or replace trigger destroy_inbound_attachment
  after delete on inbound_attachments for each row when (old.is_held) execute function destroy_pieces_of_upload();
