import { verifyAuditTrail } from '@cartage/contract/audit/app'
import * as contract from '@cartage/contract/auth/app/clients'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import * as configuration from '@cartage/contract/tenants/app/configuration'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { orderTenant, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { basic, callWith, fetchToken, type TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })

let tenant: TestTenant
let admin: Awaited<ReturnType<TestTenant['user']>>
beforeEach(async () => {
  tenant = await orderTenant(server)
  admin = await tenant.user('SUPER_ADMIN')
})

describe('API clients in the settings', () => {
  test('AUTH-8: a client created by a Super admin gets a token and uploads an order; its last use is shown', async () => {
    const shown = await admin(contract.createApiClient, { body: { name: 'Webshop', roles: ['API_ORDER'] } })
    const listed = async () =>
      (await admin(contract.listApiClients, {})).items.find(({ client_id }) => client_id === shown.client_id)
    expect(await listed()).toMatchObject({ name: 'Webshop', roles: ['API_ORDER'], last_used_at: null })
    const token = await fetchToken(server.app, shown)
    const call = callWith(server.app, { authorization: `Bearer ${token}` })
    expect((await call(uploadOrder, { body: simpleOrder() })).upload_id).toEqual(expect.any(String))
    expect((await listed())?.last_used_at).toEqual(expect.any(String))
    expect(JSON.stringify(await admin(contract.listApiClients, {}))).not.toContain(shown.client_secret)
  })

  test('a rotation shows two live secrets, a third is refused, and the old one ends with the overlap', async () => {
    const first = await admin(contract.createApiClient, { body: { name: 'x', roles: ['API_ORDER'] } })
    const params = { client_id: first.client_id }
    const second = await admin(contract.rotateApiClient, { params, body: { overlap_seconds: 60 } })
    const { items } = await admin(contract.listApiClients, {})
    const live = items.find(({ client_id }) => client_id === first.client_id)!.secrets
    expect(live.map(({ expires_at }) => expires_at !== null)).toEqual([true, false])
    await Promise.all([fetchToken(server.app, first), fetchToken(server.app, second)])
    await expect(admin(contract.rotateApiClient, { params, body: {} })).rejects.toEqual(
      refusal(422, 'validation_failed'),
    )
  })

  test('a removed client is refused with the next request and is no longer listed', async () => {
    const shown = await admin(contract.createApiClient, { body: { name: 'x', roles: ['API_ORDER'] } })
    const params = { client_id: shown.client_id }
    await admin(contract.removeApiClient, { params })
    await expect(fetchToken(server.app, shown)).rejects.toMatchObject({ status: 401 })
    await expect(admin(contract.removeApiClient, { params })).rejects.toEqual(refusal(404, 'not_found'))
    const { items } = await admin(contract.listApiClients, {})
    expect(items.map(({ client_id }) => client_id)).not.toContain(shown.client_id)
  })

  test('AUTH-12: a client is limited to networks and an end date, its tokens too, from the next request on', async () => {
    const params = { client_id: tenant.client.client_id }
    const limit = (body: { allowed_networks: string[]; last_day: string | null }) =>
      admin(contract.changeClientAccess, { params, body })
    const from = async (remoteAddress: string, headers: Record<string, string>) => {
      const answer = await server.app.inject({ url: '/v1/me', remoteAddress, headers })
      return [answer.statusCode, answer.json().code]
    }
    const token = { authorization: `Bearer ${tenant.token}` }
    const asks = async (remoteAddress: string) => {
      const headers = { authorization: basic(tenant.client) }
      const answer = await server.app.inject({ method: 'POST', url: '/v1/auth/token', remoteAddress, headers })
      return [answer.statusCode, answer.json().code]
    }
    await limit({ allowed_networks: ['203.0.113.0/24', '2001:db8::7'], last_day: null })
    expect(await from('203.0.113.9', token)).toEqual([200, undefined])
    expect(await from('2001:db8::7', token)).toEqual([200, undefined])
    expect(await from('198.51.100.9', token)).toEqual([403, 'client_address_refused'])
    expect(await from('198.51.100.9', { ...token, 'x-forwarded-for': '203.0.113.9' })).toEqual([
      403,
      'client_address_refused',
    ])
    expect(await asks('198.51.100.9')).toEqual([403, 'client_address_refused'])
    expect((await asks('203.0.113.9'))[0]).toBe(200)
    await limit({ allowed_networks: [], last_day: '2026-01-31' })
    expect(await from('198.51.100.9', token)).toEqual([403, 'client_expired'])
    expect(await asks('198.51.100.9')).toEqual([403, 'client_expired'])
    const { items } = await admin(contract.listApiClients, {})
    expect(items.find(({ client_id }) => client_id === params.client_id)).toMatchObject({ last_day: '2026-01-31' })
    await expect(limit({ allowed_networks: ['the office'], last_day: null })).rejects.toEqual(
      refusal(422, 'validation_failed'),
    )
    await limit({ allowed_networks: [], last_day: '2099-01-31' })
    expect(await from('198.51.100.9', token)).toEqual([200, undefined])
  })

  test('CUSTOMER needs a company of this tenant', async () => {
    const make = (company_id: string | null) =>
      admin(contract.createApiClient, { body: { name: 'x', roles: ['CUSTOMER'], company_id } })
    await expect(make(null)).rejects.toEqual(refusal(422, 'validation_failed'))
    await expect(make(tenant.tenantId)).rejects.toEqual(refusal(400, 'company_unknown'))
  })

  test('AUTH-8: no other role sees or creates credentials', async () => {
    for (const role of ['PLANNER', 'ORDER_ENTRY', 'ACCOUNTANT', 'VIEWER', 'CUSTOMER', 'SUBCONTRACTOR'] as const) {
      const call = await tenant.user(role)
      await expect(call(contract.listApiClients, {})).rejects.toEqual(refusal(403, 'role_missing'))
      const body = { name: 'x', roles: ['API_ORDER' as const] }
      await expect(call(contract.createApiClient, { body })).rejects.toEqual(refusal(403, 'role_missing'))
    }
  })

  test('AUTH-9: webhook credentials are made, rotated and removed in the same way', async () => {
    const shown = await admin(contract.createWebhookCredential, { body: { name: 'Board computers' } })
    const params = { webhook_client_id: shown.client_id }
    await admin(contract.rotateWebhookCredential, { params, body: {} })
    const found = async () =>
      (await admin(contract.listWebhookCredentials, {})).items.find(({ client_id }) => client_id === shown.client_id)
    expect((await found())?.secrets).toHaveLength(2)
    await admin(contract.removeWebhookCredential, { params })
    expect(await found()).toBeUndefined()
  })
})

describe('configuration and audit trail on screens', () => {
  test('the single settings are replaced together, and limits stay with the operator', async () => {
    const before = await admin(configuration.getTenantSettings, {})
    const body = { ...before.settings, time_zone: 'Europe/Lisbon', create_missing_companies: true }
    const after = await admin(configuration.putTenantSettings, { body })
    expect(after).toEqual({ ...before, settings: body })
    expect(await admin(configuration.getTenantSettings, {})).toEqual(after)
    const limits = { general: [], token: [] }
    await expect(admin(configuration.putTenantSettings, { body: { ...body, limits } as typeof body })).rejects.toEqual(
      refusal(422, 'validation_failed'),
    )
  })

  test('an unchanged export changes nothing, another file reports its changes first', async () => {
    const file = (await admin(configuration.exportConfiguration, {})) as { settings: Record<string, object[]> }
    expect((await admin(configuration.compareConfiguration, { body: file })).items).toEqual([])
    const departments = [...file.settings.departments!, { code: 'NORTH', name: 'North' }]
    const body = { cartage_config: 1, settings: { departments } }
    const { items } = await admin(configuration.compareConfiguration, { body })
    expect(items).toEqual([expect.objectContaining({ kind: 'departments', action: 'added', name: 'NORTH' })])
  })

  test('the trail is verified from the screen, and only by users who may read it', async () => {
    expect(await admin(verifyAuditTrail, {})).toMatchObject({ fault: null, records: expect.any(Number) })
    const viewer = await tenant.user('VIEWER')
    await expect(viewer(verifyAuditTrail, {})).rejects.toEqual(refusal(403, 'role_missing'))
  })
})
