-- The upload a message became: how it ended is how the message ended. And an item of the inbox may stand for an upload,
-- whether a message brought it or not.

alter table message add column upload_id uuid;
comment on column message.upload_id is 'The upload of an order import; how it ends is read from upload_outcome.';
create index message_by_upload on message (tenant_id, upload_id) where upload_id is not null;

alter table inbox_item
  alter column credential_id drop not null,
  alter column message_id drop not null,
  add column upload_id uuid,
  add column order_identifier text collate "C",
  -- Place of the upload in its lane: a later one that succeeds settles the item.
  add column lane_number bigint,
  -- Kind of who sent the upload; the id is in credential_id.
  add column sent_by_kind text,
  add constraint inbox_item_stands_for check (
    (upload_id is null) = (message_id is not null)
    and (upload_id is null) = (order_identifier is null) and (upload_id is null) = (lane_number is null));
comment on table inbox_item is
  'A part of a message that fitted no record, a message that was refused, or an upload that failed; until it is settled.';
create index inbox_item_by_upload on inbox_item (tenant_id, order_identifier, lane_number)
  where status = 'OPEN' and upload_id is not null;
