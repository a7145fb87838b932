-- The upload of a message, whose result is the result of the message. An inbox item may refer to a failed upload,
-- whether a message contained it or not.

alter table message add column upload_id uuid;
comment on column message.upload_id is 'The upload of an order import. Its result is read from upload_outcome.';
create index message_by_upload on message (tenant_id, upload_id) where upload_id is not null;

alter table inbox_item
  alter column credential_id drop not null,
  alter column message_id drop not null,
  add column upload_id uuid,
  add column order_identifier text collate "C",
  -- Position of the upload in its queue: a later upload that succeeds resolves the item.
  add column lane_number bigint,
  -- Kind of the sender of the upload. The id is in credential_id.
  add column sent_by_kind text,
  add constraint inbox_item_stands_for check (
    (upload_id is null) = (message_id is not null)
    and (upload_id is null) = (order_identifier is null) and (upload_id is null) = (lane_number is null));
comment on table inbox_item is
  'A part of a message that matched no record, a rejected message or a failed upload, until it is resolved.';
create index inbox_item_by_upload on inbox_item (tenant_id, order_identifier, lane_number)
  where status = 'OPEN' and upload_id is not null;
