import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import { createTenant } from './commands.ts'
import { loadReference } from './reference.views.ts'
import { findTenant, findTenantFacts } from './settings/views.ts'
import { insertReference, updateCreateMissingCompanies } from './store.ts'

const server = await startTestServer()
afterAll(() => server.close())

describe('a new tenant', () => {
  test('has the reference data required for a first order, including the transport service General', async () => {
    const { asTenant } = await server.tenant()
    const reference = await asTenant(loadReference)
    expect(reference.transportServices).toEqual([
      { transport_service_id: expect.any(String), code: 'GENERAL', name: 'General' },
    ])
    expect(reference.importConfigurations.map(({ code }) => code)).toEqual(['API'])
    expect(reference.serviceLevels.map(({ code }) => code)).toEqual(['EXPRESS', 'STANDARD'])
    const pallet = reference.packagingTypes.find(({ code }) => code === 'PALLET')
    expect(pallet?.sizes[0]).toMatchObject({ code: 'EUR', length_m: 1.2, width_m: 0.8 })
    expect(reference.customActivities.length).toBeGreaterThan(0)
    expect(reference.containerTypes.find(({ code }) => code === '40HC')?.iso_code).toBe('45G1')
  })

  test('creates missing companies only if requested', async () => {
    const [careful, open] = [await server.tenant(), await server.tenant({ create_missing_companies: true })]
    expect((await careful.asTenant(loadReference)).createMissingCompanies).toBe(false)
    expect((await open.asTenant(loadReference)).createMissingCompanies).toBe(true)
    await careful.asTenant((tx) => updateCreateMissingCompanies(tx, true))
    expect((await careful.asTenant(loadReference)).createMissingCompanies).toBe(true)
  })

  test('gets the default limits unless it is created without any', async () => {
    const [limited, free] = [await server.tenant({ limits: 'default' }), await server.tenant()]
    const facts = await limited.asTenant(findTenantFacts)
    expect(facts?.limits.token).toEqual([{ seconds: 3600, requests: 5 }])
    expect(facts?.limits.general.map(({ seconds, requests }) => [seconds, requests])).toEqual([
      [1, 3],
      [600, 1200],
      [3600, 7200],
    ])
    expect((await free.asTenant(findTenantFacts))?.limits).toEqual({ general: [], token: [] })
  })

  test('is found by its slug, which is unique and well-formed', async () => {
    const tenant = await server.tenant()
    expect(await findTenant(server.ctx, tenant.slug)).toEqual({ tenantId: tenant.tenantId, slug: tenant.slug })
    expect(await findTenant(server.ctx, 'nobody')).toBeUndefined()
    for (const slug of [tenant.slug, '', '-x', 'Upper', 'with space', 'x'.repeat(64)]) {
      await expect(createTenant(server.ctx, { slug })).rejects.toMatchObject({ status: 422 })
    }
  })

  test('leaves nothing behind when its creation fails', async () => {
    const broken = { ...server.ctx, newId: () => 'no uuid' }
    await expect(createTenant(broken, { slug: 'half-made' })).rejects.toThrow()
    expect(await findTenant(server.ctx, 'half-made')).toBeUndefined()
  })

  test('cannot be created by the role that serves requests', async () => {
    const sql = "select create_tenant(gen_random_uuid(), 'x', 'x', 'UTC')"
    await expect(server.ctx.db.shared.query(sql)).rejects.toThrow('permission denied')
    await expect(server.ctx.db.shared.query("insert into tenant (slug, name) values ('x', 'x')")).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('reference data', () => {
  test('belongs to one tenant, and a second entry with the same code renames the first', async () => {
    const [one, other] = [await server.tenant(), await server.tenant()]
    const services = (name: string) => ({ transport_services: [{ code: 'ADR', name }] })
    await one.asTenant((tx) => insertReference(tx, services('Dangerous goods')))
    await one.asTenant((tx) => insertReference(tx, services('ADR')))
    const names = async (tenant: typeof one) =>
      (await tenant.asTenant(loadReference)).transportServices.map(({ name }) => name)
    expect(await names(one)).toEqual(['ADR', 'General'])
    expect(await names(other)).toEqual(['General'])
  })
})
