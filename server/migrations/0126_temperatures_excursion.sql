-- How far and how long goods may be outside of what was ordered before a person has to look.
alter table tenant_setting
  add column temperature jsonb not null default '{"tolerance_degrees": 2, "minutes": 30}';

-- Until when a person has seen how warm the goods of an order were.
create table order_temperature_seen (
  tenant_id uuid not null,
  order_id uuid not null,
  -- Beginning of the last excursion that was seen: a later one is a new one.
  seen_until timestamptz not null,
  seen_at timestamptz not null default now(),
  seen_by_kind text not null,
  seen_by text collate "C",
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id)
);
comment on table order_temperature_seen is 'Which excursions of the temperature of an order a person has seen.';
select own_by_tenant('order_temperature_seen');
