-- What a carrier accepts according to its own statement. Other systems do not write it.
alter table company
  add column carrier_terms jsonb not null default '{
    "max_weight_kg": null, "takes_adr": true, "takes_tempered": true, "takes_containers": true, "countries": [], "days": []}';
comment on column company.carrier_terms is 'Weight, goods, countries and days that a carrier accepts.';
alter table tenant_setting alter column planning_limits set default '{
    "over_weight": "REFUSE", "over_length": "WARN", "over_pallets": "WARN", "over_volume": "WARN",
    "container_on_body": "REFUSE", "goods_on_chassis": "REFUSE", "containers_on_chassis": "REFUSE",
    "reefer_missing": "WARN", "adr_vehicle_missing": "WARN", "road_closed": "WARN", "carrier_blocked": "REFUSE",
    "carrier_papers": "REFUSE", "carrier_not_approved": "WARN", "carrier_terms": "WARN"}';
update tenant_setting set planning_limits = planning_limits || '{"carrier_terms": "WARN"}' where not planning_limits ? 'carrier_terms';
