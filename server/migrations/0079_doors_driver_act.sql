-- What drivers report on their page. An act has the id that the phone gave it, so that it is kept once however often and
-- through whatever link it is sent. What the server refused waits in the inbox and gets its new outcome when it is run again.
create table driver_act (
  tenant_id uuid not null,
  -- The driver. Links may be renewed while acts wait in the phone, so they are not part of the key.
  resource_id uuid not null,
  act_id uuid not null,
  link_id uuid not null,
  stop_id uuid not null,
  -- The trip the stop was on when the act was applied; null when it was on none.
  trip_id uuid,
  kind text not null
    check (kind in ('ARRIVE', 'DONE', 'LEAVE', 'SEAL', 'PHOTO', 'SIGNATURE', 'ANSWERS', 'REMARK')),
  -- When it happened: by the clock of the phone, corrected when that clock was wrong.
  happened_at timestamptz not null,
  device_at timestamptz not null,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  -- How far the clock of the server was ahead of the phone.
  clock_offset_ms bigint not null,
  outcome text not null check (outcome in ('APPLIED', 'KEPT', 'REFUSED')),
  reason text,
  -- Seal numbers, remark, answers, or who signed.
  detail jsonb not null default '{}',
  document_id uuid,
  -- Of the file that was stored.
  sha256 text,
  check ((outcome = 'REFUSED') = (reason is not null)),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id),
  primary key (tenant_id, resource_id, act_id)
);
comment on table driver_act is 'What a driver reported at a stop, with both times.';
create index driver_act_by_trip on driver_act (tenant_id, trip_id, happened_at) where trip_id is not null;
create index driver_act_by_driver on driver_act (tenant_id, resource_id, received_at);
select own_by_tenant('driver_act');
