-- Positions that cannot be: no fix (0, 0), and jumps that no vehicle makes. They stay history, and are counted by source.

-- Null: nothing speaks against it. A constant, so that no row of the partitions is written anew.
alter table position_sample add column doubt text check (doubt in ('NO_FIX', 'JUMP'));

create table position_doubt (
  tenant_id uuid not null,
  -- The webhook credentials the positions came with.
  credential_id text not null,
  resource_id uuid not null,
  day date not null,
  reason text not null check (reason in ('NO_FIX', 'JUMP')),
  positions integer not null,
  -- When the newest of them was measured.
  last_at timestamptz not null,
  primary key (tenant_id, credential_id, resource_id, day, reason)
);
comment on table position_doubt is 'How many positions of a source were not believed, by resource and day. Kept as long as positions.';
create index position_doubt_by_resource on position_doubt (tenant_id, resource_id, day);
create index position_doubt_by_day on position_doubt (tenant_id, day);
select own_by_tenant('position_doubt');

alter table tenant_setting alter column positions set default
  '{"send_events": true, "geofence": "OFF", "geofence_radius_m": 300, "geofence_dwell_minutes": 3, "max_speed_kmh": 200,
    "road_engine": null}';
alter table tenant_setting no force row level security;
update tenant_setting set positions = jsonb_build_object('max_speed_kmh', 200) || positions;
alter table tenant_setting force row level security;
