-- The flight recorder: every message that came in, what was answered and what it touched; and the inbox of what fitted
-- nothing. Messages that went out are events and their attempts (0006, 0007).
-- No foreign key between the tables, nor to tenant: positions come by the hundred a second.

create table message (
  tenant_id uuid not null,
  message_id uuid not null default gen_random_uuid(),
  -- The last part of the path it came to.
  kind text not null,
  -- Client id of the webhook credential it came with.
  credential_id text not null,
  request_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  duration_ms integer not null,
  query json not null,
  -- Those that say something about the message; never credentials.
  headers json not null,
  -- Null when it is not kept: left out by the tenant's setting, or a file, which lies in the document store under its hash.
  body bytea,
  body_bytes integer not null,
  body_sha256 bytea not null,
  -- Of the answer.
  status integer not null,
  -- ERRORS: taken, with errors in the answer; REFUSED: nothing was changed.
  result text not null check (result in ('OK', 'ERRORS', 'REFUSED')),
  answer json not null,
  -- How its members were read: `default`, or what the tenant configured.
  mapping text not null default 'default',
  -- The message that was run again by a person; null for what came from outside.
  replay_of uuid,
  -- How often it came again under the same key, without effect.
  repeats integer not null default 0
);
comment on table message is 'A message that came in, as it came, and what was answered.';
-- Positions come much more often than the rest: other kinds are found without walking past them.
create index message_by_kind on message (tenant_id, kind, received_at, message_id);
create index message_by_time on message (tenant_id, received_at, message_id);
alter table message add primary key (tenant_id, message_id);
alter table message set (toast_tuple_target = 8160);
select own_by_tenant('message');
select list_in_directory('message');

create table message_mention (
  tenant_id uuid not null,
  -- An id, or a word of the body that people search by, such as a container number.
  value text collate "C" not null,
  message_id uuid not null,
  -- Kind of the record the message touched; `word` for a word.
  entity_type text not null,
  primary key (tenant_id, value, message_id, entity_type)
);
comment on table message_mention is 'What messages are found by: records they touched, and words in them.';
create index message_mention_by_message on message_mention (tenant_id, message_id);
select own_by_tenant('message_mention');

-- Written in the transaction of the effect, so that an effect and its key are there together or not at all.
create table message_key (
  tenant_id uuid not null,
  credential_id text not null,
  -- SHA-256 of the key: keys are as long as senders like.
  digest bytea not null,
  -- The message that had the effect; for the key of a whole message also where the first answer is.
  message_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, credential_id, digest)
);
comment on table message_key is 'What a credential has sent already: a repeat has no effect (reliability design 2.7).';
create index message_key_by_time on message_key (tenant_id, received_at);
select own_by_tenant('message_key');
select list_in_directory('message_key');

create table inbox_item (
  tenant_id uuid not null,
  inbox_item_id uuid not null default gen_random_uuid(),
  kind text not null,
  credential_id text not null,
  -- The message it came with last.
  message_id uuid not null,
  -- Where the body says it, such as updates.0; empty for the whole message.
  path text not null,
  item json not null,
  reason text not null,
  -- SHA-256 of what makes it the same item again.
  identity bytea not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED', 'DISMISSED')),
  -- How often it came, and how often it was tried again.
  occurrences integer not null default 1,
  attempts integer not null default 0,
  last_failure text,
  -- What a person chose, and why it was dismissed.
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
comment on table inbox_item is 'A part of a message that fitted no record, kept until a person or a later try settles it.';
create unique index inbox_item_open on inbox_item (tenant_id, identity) where status = 'OPEN';
create index inbox_item_by_status on inbox_item (tenant_id, status, created_at, inbox_item_id);
select own_by_tenant('inbox_item');

-- For the time-ordered list of both directions; the key of attempts begins with the event.
create index delivery_attempt_by_time on delivery_attempt (tenant_id, attempted_at, event_id, subscription_id);

-- The tenants that have something older than so many days: one index probe per tenant and table.
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

-- Positions come by the hundred a second: their bodies are left out unless the tenant looks for something. And how the
-- parameters of document imports are called (DOC-4).
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
