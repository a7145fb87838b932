-- Unreliable positions: no fix (0, 0), and impossible jumps. They stay in the history and are counted by source.

-- Null for a reliable position. No default, so that the rows of the partitions are not rewritten.
alter table position_sample add column doubt text check (doubt in ('NO_FIX', 'JUMP'));

create table position_doubt (
  tenant_id uuid not null,
  -- Webhook credentials that sent the positions.
  credential_id text not null,
  resource_id uuid not null,
  day date not null,
  reason text not null check (reason in ('NO_FIX', 'JUMP')),
  positions integer not null,
  -- When the newest of them was measured.
  last_at timestamptz not null,
  primary key (tenant_id, credential_id, resource_id, day, reason)
);
comment on table position_doubt is
  'Number of unreliable positions per source, resource and day. Stored as long as positions.';
create index position_doubt_by_resource on position_doubt (tenant_id, resource_id, day);
create index position_doubt_by_day on position_doubt (tenant_id, day);
select own_by_tenant('position_doubt');

alter table tenant_setting alter column positions set default
  '{"send_events": true, "geofence": "OFF", "geofence_radius_m": 300, "geofence_dwell_minutes": 3, "max_speed_kmh": 200,
    "road_engine": null}';
alter table tenant_setting no force row level security;
update tenant_setting set positions = jsonb_build_object('max_speed_kmh', 200) || positions;
alter table tenant_setting force row level security;
