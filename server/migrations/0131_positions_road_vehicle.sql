-- Routes are requested per class of vehicle, and "closed to this class" is an answer as well.
alter table road add column vehicle text not null default '';
comment on column road.vehicle is 'Class of the vehicle in the request. Empty: the default vehicle of the engine.';
alter table road alter column distance_km drop not null;
alter table road alter column driving_minutes drop not null;
comment on column road.distance_km is 'Null: the engine finds no route for this vehicle.';
alter table road drop constraint road_pkey;
alter table road add primary key (tenant_id, engine, from_place, to_place, vehicle);

-- A road that is closed to a vehicle is a planning limit like the others.
alter table tenant_setting alter column planning_limits set default '{
    "over_weight": "REFUSE", "over_length": "WARN", "over_pallets": "WARN", "over_volume": "WARN",
    "container_on_body": "REFUSE", "goods_on_chassis": "REFUSE", "containers_on_chassis": "REFUSE",
    "reefer_missing": "WARN", "adr_vehicle_missing": "WARN", "road_closed": "WARN", "carrier_blocked": "REFUSE",
    "carrier_papers": "REFUSE", "carrier_not_approved": "WARN"}';
update tenant_setting set planning_limits = planning_limits || '{"road_closed": "WARN"}' where not planning_limits ? 'road_closed';
