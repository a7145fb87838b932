import { expect, test } from 'vitest'
import { oldDatabase } from '../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('SU-3: stops of older orders are found by the reference of their consignment, in every tenant', async () => {
  await migrate('0022_validities_validity.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One'), ('two', 'Two')`)
  await run('insert into tenant_setting (tenant_id) select tenant_id from tenant')
  await run(`insert into company (tenant_id, company_id, name, is_customer)
             select tenant_id, gen_random_uuid(), 'Alpha', true from tenant`)
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const document = { consignments: [{ id: first, consignment_reference_number: 'C 1' }, { id: second }] }
  await run(`insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id, doc)
             select c.tenant_id, gen_random_uuid(), 'o', '1', 'TO_PLAN', c.company_id, '${JSON.stringify(document)}'
               from company c`)
  await run(`insert into order_stop (tenant_id, stop_id, order_id, role, consignment_id, sequence, activity_label,
                                     location_id)
             select o.tenant_id, gen_random_uuid(), o.order_id, s.role, s.consignment_id::uuid, s.sequence, s.role,
                    gen_random_uuid()
               from transport_order o cross join (values ('SETUP', null, 1), ('PICKUP', '${first}', 2),
                    ('DELIVERY', '${first}', 3), ('PICKUP', '${second}', 4)) s (role, consignment_id, sequence)`)
  await migrate()
  const references = await run('select consignment_reference as c from order_stop order by tenant_id, sequence')
  expect(references.map(({ c }) => c)).toEqual([null, 'C 1', 'C 1', null, null, 'C 1', 'C 1', null])
  const walls = `select relname from pg_class where relname in ('order_stop', 'transport_order')
                    and relrowsecurity and relforcerowsecurity order by 1`
  expect(await run(walls)).toEqual([{ relname: 'order_stop' }, { relname: 'transport_order' }])
  expect(await run('select bool_or(intermodal_status) as is_on from tenant_setting')).toEqual([{ is_on: false }])
})
