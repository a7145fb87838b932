-- The law on driving and rest times that applies to drivers, and whether planning ignores, warns about or refuses
-- excess working time.
alter table tenant_setting alter column planning_limits set default '{
    "over_weight": "REFUSE", "over_length": "WARN", "over_pallets": "WARN", "over_volume": "WARN",
    "container_on_body": "REFUSE", "goods_on_chassis": "REFUSE", "containers_on_chassis": "REFUSE",
    "reefer_missing": "WARN", "adr_vehicle_missing": "WARN", "road_closed": "WARN", "driving_law": "EU",
    "working_time": "OFF", "carrier_blocked": "REFUSE", "carrier_papers": "REFUSE", "carrier_not_approved": "WARN", "carrier_terms": "WARN"}';
update tenant_setting set planning_limits = '{"driving_law": "EU", "working_time": "OFF"}'::jsonb || planning_limits
 where not planning_limits ?& array['driving_law', 'working_time'];
