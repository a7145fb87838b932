-- Fills one tenant with resources numbered from `first` to `last`, as the superuser of the bench.
create or replace function fill_resources(tenant uuid, first bigint, last bigint) returns void
  language sql
  as $$
    with made as (
      insert into resource (tenant_id, resource_type, name, name_key, external_id, license_plate, license_plate_key,
                            billing_entity_id, properties, custom_fields, created_at, updated_at)
      select tenant, (array['DRIVER', 'TRACTOR', 'RIGID', 'VAN', 'TRAILER', 'CHASSIS', 'CONTAINER'])[1 + n % 7],
             'Resource ' || n, 'resource ' || n, 'E' || n, '1-ABC-' || n, '1abc' || n, b.billing_entity_id,
             jsonb_build_object('model', 'Model ' || n % 50, 'tare_weight_kg', '7400'),
             jsonb_build_object('depot', 'Depot ' || n % 20),
             timestamptz '2024-01-01' + n * interval '1 second', timestamptz '2024-01-01' + n * interval '1 second'
        from generate_series(first, last) n
        cross join (select billing_entity_id from billing_entity where tenant_id = tenant and is_default) b
      returning resource_id
    ), extras as (
      insert into resource_extra (tenant_id, resource_id, extra_id, position)
      select tenant, m.resource_id, e.extra_id, 1
        from made m cross join (select extra_id from extra where tenant_id = tenant and code = 'BENCH') e
    )
    insert into resource_allocation (tenant_id, kind, resource_id, resource_group_id)
    select tenant, 'FIXED', m.resource_id, g.resource_group_id
      from made m cross join (select resource_group_id from resource_group where tenant_id = tenant limit 1) g
  $$;
