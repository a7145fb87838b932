-- How a receiver is reached (web, SFTP, a folder of this machine), in which format, and messages directed to one of them.

alter table subscription
  -- EVENTS: told of what happens, chosen by type. DISPATCH: told only what is directed to it.
  add column purpose text not null default 'EVENTS' check (purpose in ('EVENTS', 'DISPATCH')),
  add column channel text not null default 'HTTPS' check (channel in ('HTTPS', 'SFTP', 'FOLDER')),
  add column format text not null default 'JSON' check (format in ('JSON', 'EDI')),
  -- Where files are put: at the SFTP server, or on this machine.
  add column folder text,
  -- Fingerprints (SHA256:…) of the only host keys an SFTP server may show.
  add column host_keys text[] not null default '{}',
  -- Who we and the partner are in interchanges (UNB 0004 and 0010).
  add column edi_sender text,
  add column edi_recipient text,
  add constraint subscription_channel check (
    (channel = 'HTTPS' or folder is not null)
    and (channel <> 'SFTP' or cardinality(host_keys) > 0)
    and (format <> 'EDI' or (edi_sender is not null and edi_recipient is not null))
  );
comment on column subscription.url is 'Address of the receiver: https://…, sftp://host:port or file:///folder.';

create table directed_event (
  tenant_id uuid not null,
  event_id uuid not null,
  subscription_id uuid not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, event_id)
);
comment on table directed_event is
  'Events meant for one receiver only. They stand outside the log that clients read, so what keeps the log short finds them here.';
create index directed_event_recorded on directed_event (tenant_id, recorded_at);
select own_by_tenant('directed_event');

create table edi_partner (
  tenant_id uuid not null,
  -- Sender and recipient as they stand in the interchange: partners check numbers per pair.
  partner text not null,
  last_control_number integer not null,
  primary key (tenant_id, partner)
);
comment on table edi_partner is
  'Last interchange control number given per partner. Counted here and not by a sequence, so that there is never a gap.';
select own_by_tenant('edi_partner');

create table edi_interchange (
  tenant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  partner text not null,
  control_reference text not null,
  -- The bytes as they were built the first time: whoever gets them again must be able to see that.
  content bytea not null,
  built_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, subscription_id, event_id),
  unique (tenant_id, partner, control_reference)
);
comment on table edi_interchange is 'The interchange made of one event for one receiver, kept so that a repeat is identical.';
create index edi_interchange_event on edi_interchange (tenant_id, event_id);
select own_by_tenant('edi_interchange');
