-- The address of a road engine may contain a key. It is stored encrypted, and the setting contains the address without
-- it (SECRET-6).

alter table tenant_setting add column road_engine_sealed bytea;
comment on column tenant_setting.road_engine_sealed is
  'Address of the road engine with its key, encrypted. Null when the address in positions has no key.';

-- Existing addresses are encrypted by jobs: 0119.
