-- The address of an endpoint may hold a key: it is kept encrypted, and the endpoint has the address without it (SECRET-6).

alter table subscription add column url_sealed bytea;
comment on column subscription.url_sealed is 'The address with its key, encrypted; null where url has none.';

-- Only the service can encrypt: it does so with the addresses there are, and erases them from the trail.
insert into job (tenant_id, kind, payload)
select t.tenant_id, 'deliveries.seal_addresses', '{}'::jsonb from tenant t
 where exists (select from subscription s where s.tenant_id = t.tenant_id and s.channel = 'HTTPS')
    or exists (select from audit_record r
                where r.tenant_id = t.tenant_id and r.entity_type = 'subscription' and r.sequence > 0);
