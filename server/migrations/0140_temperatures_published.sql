-- Published excursions of the temperature, so that each excursion and its end are published once (TEMP-7).
create table temperature_excursion (
  tenant_id uuid not null,
  order_id uuid not null,
  trip_id uuid not null,
  resource_id uuid not null,
  -- Both limits of the range as one key: an order may have goods with different ranges.
  range_key text collate "C" not null,
  began_at timestamptz not null,
  -- Last known measurement outside of the range, and the one farthest from it.
  until_at timestamptz not null,
  worst_degrees double precision not null,
  is_over boolean not null default false,
  primary key (tenant_id, order_id, trip_id, resource_id, range_key, began_at),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id)
);
create index temperature_excursion_trip on temperature_excursion (tenant_id, trip_id);
comment on table temperature_excursion is 'Temperatures outside of the ordered range that were published as events.';
select own_by_tenant('temperature_excursion');
