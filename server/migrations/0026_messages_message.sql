-- The message log: every received message with its response and the records it changed; and the inbox of parts that
-- matched no record. Sent messages are events and their attempts (0006, 0007).
-- No foreign keys between the tables or to tenant: hundreds of positions are received per second.

create table message (
  tenant_id uuid not null,
  message_id uuid not null default gen_random_uuid(),
  -- The last part of the request path.
  kind text not null,
  -- Client id of the webhook credentials.
  credential_id text not null,
  request_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  duration_ms integer not null,
  query json not null,
  -- Headers that describe the message; never credentials.
  headers json not null,
  -- Null when it is not stored: left out by the setting of the tenant, or a file, which is in the document store under
  -- its hash.
  body bytea,
  body_bytes integer not null,
  body_sha256 bytea not null,
  -- Of the response.
  status integer not null,
  -- ERRORS: accepted, with errors in the response. REFUSED: nothing was changed.
  result text not null check (result in ('OK', 'ERRORS', 'REFUSED')),
  answer json not null,
  -- Mapping of its members: `default`, or one that the tenant configured.
  mapping text not null default 'default',
  -- The message that a user ran again. Null for a received message.
  replay_of uuid,
  -- Number of repeats under the same key, which had no effect.
  repeats integer not null default 0
);
comment on table message is 'A received message, unchanged, and its response.';
-- Positions are much more frequent than other kinds, which are found without reading them.
create index message_by_kind on message (tenant_id, kind, received_at, message_id);
create index message_by_time on message (tenant_id, received_at, message_id);
alter table message add primary key (tenant_id, message_id);
alter table message set (toast_tuple_target = 8160);
select own_by_tenant('message');
select list_in_directory('message');

create table message_mention (
  tenant_id uuid not null,
  -- An id, or a word of the body for searches, such as a container number.
  value text collate "C" not null,
  message_id uuid not null,
  -- Kind of the changed record, or `word`.
  entity_type text not null,
  primary key (tenant_id, value, message_id, entity_type)
);
comment on table message_mention is 'Search terms of messages: the records they changed, and words in them.';
create index message_mention_by_message on message_mention (tenant_id, message_id);
select own_by_tenant('message_mention');

-- Written in the transaction of the effect, so that both exist or neither does.
create table message_key (
  tenant_id uuid not null,
  credential_id text not null,
  -- SHA-256 of the key, because keys may have any length.
  digest bytea not null,
  -- The message that had the effect. For the key of a whole message it also has the first response.
  message_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, credential_id, digest)
);
comment on table message_key is
  'Keys that a credential has already sent. A repeat has no effect (reliability design 2.7).';
create index message_key_by_time on message_key (tenant_id, received_at);
select own_by_tenant('message_key');
select list_in_directory('message_key');

create table inbox_item (
  tenant_id uuid not null,
  inbox_item_id uuid not null default gen_random_uuid(),
  kind text not null,
  credential_id text not null,
  -- The last message that contained it.
  message_id uuid not null,
  -- Its path in the body, such as updates.0. Empty for the whole message.
  path text not null,
  item json not null,
  reason text not null,
  -- SHA-256 of the members that identify it when it is received again.
  identity bytea not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED', 'DISMISSED')),
  -- Number of times it was received, and number of times it was run again.
  occurrences integer not null default 1,
  attempts integer not null default 0,
  last_failure text,
  -- The record that a user chose, or the reason for dismissing it.
  entity_type text,
  entity_id text,
  dismissal text,
  created_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  closed_by_kind text,
  closed_by text,
  primary key (tenant_id, inbox_item_id),
  check ((status = 'OPEN') = (closed_at is null))
);
comment on table inbox_item is
  'A part of a message that matched no record, kept until a user or a later attempt resolves it.';
create unique index inbox_item_open on inbox_item (tenant_id, identity) where status = 'OPEN';
create index inbox_item_by_status on inbox_item (tenant_id, status, created_at, inbox_item_id);
select own_by_tenant('inbox_item');

-- For the list of both directions by time; the key of attempts begins with the event.
create index delivery_attempt_by_time on delivery_attempt (tenant_id, attempted_at, event_id, subscription_id);

-- Tenants that have messages older than a number of days. One index probe per tenant and table.
create function tenants_with_old_messages(days integer, positions_days integer) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t
     where exists (
       select from message m
        where m.tenant_id = t.tenant_id and m.kind = 'tracking-update'
          and m.received_at < now() - make_interval(days => positions_days)
     ) or exists (
       select from message m where m.tenant_id = t.tenant_id and m.received_at < now() - make_interval(days => days)
     ) or exists (
       select from message_key k where k.tenant_id = t.tenant_id and k.received_at < now() - make_interval(days => days)
     )
  $$;
alter function tenants_with_old_messages(integer, integer) owner to cartage_directory;
revoke all on function tenants_with_old_messages(integer, integer) from public;
grant execute on function tenants_with_old_messages(integer, integer) to cartage_worker;

-- Bodies of positions are stored only while the setting is on, because hundreds are received per second. Also the names
-- of the parameters of document imports (DOC-4).
alter table tenant_setting add column messages jsonb not null default '{
  "keep_position_messages": false,
  "document_import": {
    "parameters": {
      "document_type": "document_type",
      "document_name": "document_name",
      "customer_reference_number": "customer_reference_number",
      "name": "name",
      "id": "id"
    },
    "default_document_type": null
  }
}';
