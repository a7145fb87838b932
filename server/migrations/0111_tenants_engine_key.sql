-- The address of a routing engine may hold a key: it is kept encrypted, and the setting has the address without it (SECRET-6).

alter table tenant_setting add column road_engine_sealed bytea;
comment on column tenant_setting.road_engine_sealed is 'Address of the routing engine with its key, encrypted; null where the address in positions has none.';

-- Jobs that encrypt the addresses there are: 0119.
