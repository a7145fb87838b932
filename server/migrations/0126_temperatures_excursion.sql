-- How far and how long a temperature may be outside of the ordered range before a user has to act.
alter table tenant_setting
  add column temperature jsonb not null default '{"tolerance_degrees": 2, "minutes": 30}';

-- Excursions of the temperature that a user has seen.
create table order_temperature_seen (
  tenant_id uuid not null,
  order_id uuid not null,
  -- Start of the last excursion that was seen. A later one is new.
  seen_until timestamptz not null,
  seen_at timestamptz not null default now(),
  seen_by_kind text not null,
  seen_by text collate "C",
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id)
);
comment on table order_temperature_seen is 'Excursions of the temperature of an order that a user has seen.';
select own_by_tenant('order_temperature_seen');
