-- Whether planning ignores, warns about or refuses a vehicle, container or carrier that does not fit a trip.
alter table tenant_setting
  add column planning_limits jsonb not null default '{
    "over_weight": "REFUSE", "over_length": "WARN", "over_pallets": "WARN", "over_volume": "WARN",
    "container_on_body": "REFUSE", "goods_on_chassis": "REFUSE", "containers_on_chassis": "REFUSE",
    "reefer_missing": "WARN", "adr_vehicle_missing": "WARN", "carrier_blocked": "REFUSE",
    "carrier_papers": "REFUSE", "carrier_not_approved": "WARN"}';
comment on column tenant_setting.planning_limits is
  'Whether planning ignores, warns about or refuses a vehicle, container or carrier that does not fit a trip.';
