-- Channels of webhook endpoints (HTTPS, SFTP, a folder of this machine), their format, and directed events.

alter table subscription
  -- EVENTS: receives the selected types of events. DISPATCH: receives only directed events.
  add column purpose text not null default 'EVENTS' check (purpose in ('EVENTS', 'DISPATCH')),
  add column channel text not null default 'HTTPS' check (channel in ('HTTPS', 'SFTP', 'FOLDER')),
  add column format text not null default 'JSON' check (format in ('JSON', 'EDI')),
  -- Target of files: at the SFTP server, or on this machine.
  add column folder text,
  -- Fingerprints (SHA256:…) of the host keys that the SFTP server may present.
  add column host_keys text[] not null default '{}',
  -- Our name and the name of the partner in interchanges (UNB 0004 and 0010).
  add column edi_sender text,
  add column edi_recipient text,
  add constraint subscription_channel check (
    (channel = 'HTTPS' or folder is not null)
    and (channel <> 'SFTP' or cardinality(host_keys) > 0)
    and (format <> 'EDI' or (edi_sender is not null and edi_recipient is not null))
  );
comment on column subscription.url is 'Address of the endpoint: https://…, sftp://host:port or file:///folder.';

create table directed_event (
  tenant_id uuid not null,
  event_id uuid not null,
  subscription_id uuid not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, event_id)
);
comment on table directed_event is
  'Events for one webhook endpoint only. They are outside the log that clients read, so the purge finds them here.';
create index directed_event_recorded on directed_event (tenant_id, recorded_at);
select own_by_tenant('directed_event');

create table edi_partner (
  tenant_id uuid not null,
  -- Sender and recipient of the interchange: partners check the numbers per pair.
  partner text not null,
  last_control_number integer not null,
  primary key (tenant_id, partner)
);
comment on table edi_partner is
  'Last interchange control number used for a partner. A row instead of a sequence, so that there are no gaps.';
select own_by_tenant('edi_partner');

create table edi_interchange (
  tenant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  partner text not null,
  control_reference text not null,
  -- The bytes as built the first time: a partner that receives them again must be able to recognise them.
  content bytea not null,
  built_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, subscription_id, event_id),
  unique (tenant_id, partner, control_reference)
);
comment on table edi_interchange is
  'The interchange built from one event for one endpoint. Stored so that a repeat is identical.';
create index edi_interchange_event on edi_interchange (tenant_id, event_id);
select own_by_tenant('edi_interchange');
