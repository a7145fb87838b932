-- The address of a routing engine may hold a key: it is kept encrypted, and the setting has the address without it (SECRET-6).

alter table tenant_setting add column road_engine_sealed bytea;
comment on column tenant_setting.road_engine_sealed is 'Address of the routing engine with its key, encrypted; null where the address in positions has none.';

-- Only the service can encrypt: it does so with the addresses there are, and erases them from the trail.
insert into job (tenant_id, kind, payload)
select s.tenant_id, 'tenants.seal_engine', '{}'::jsonb from tenant_setting s
 where s.positions -> 'road_engine' ->> 'url' is not null
    or exists (select from audit_record r
                where r.tenant_id = s.tenant_id and r.entity_type = 'tenant' and r.sequence > 0 and r.changes::text like '%road_engine%');
