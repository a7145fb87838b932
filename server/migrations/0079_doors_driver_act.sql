-- Reports of drivers on their page. The phone assigns the id of an act, so that it is stored once, however often and
-- through whichever link it is sent. Refused acts wait in the inbox and get a new outcome when they are run again.
create table driver_act (
  tenant_id uuid not null,
  -- The driver. A link may be renewed while acts wait in the phone, so it is not part of the key.
  resource_id uuid not null,
  act_id uuid not null,
  link_id uuid not null,
  stop_id uuid not null,
  -- Trip of the stop when the act was applied. Null when it was on none.
  trip_id uuid,
  kind text not null
    check (kind in ('ARRIVE', 'DONE', 'LEAVE', 'SEAL', 'PHOTO', 'SIGNATURE', 'ANSWERS', 'REMARK')),
  -- Time of the event by the clock of the phone, corrected when that clock was wrong.
  happened_at timestamptz not null,
  device_at timestamptz not null,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  -- Lead of the clock of the server over the clock of the phone.
  clock_offset_ms bigint not null,
  outcome text not null check (outcome in ('APPLIED', 'KEPT', 'REFUSED')),
  reason text,
  -- Seal numbers, remark, answers, or the name of the signatory.
  detail jsonb not null default '{}',
  document_id uuid,
  -- SHA-256 of the stored file.
  sha256 text,
  check ((outcome = 'REFUSED') = (reason is not null)),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id),
  primary key (tenant_id, resource_id, act_id)
);
comment on table driver_act is 'A report of a driver at a stop, with the times of the event and of its receipt.';
create index driver_act_by_trip on driver_act (tenant_id, trip_id, happened_at) where trip_id is not null;
create index driver_act_by_driver on driver_act (tenant_id, resource_id, received_at);
select own_by_tenant('driver_act');
