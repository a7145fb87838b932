import { getCurrentUser } from '@cartage/contract/auth'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('AUTH-11: GET /v1/me names the tenant of the token', async () => {
  const tenant = await server.tenant()
  expect(await tenant.call(getCurrentUser, {})).toMatchObject({ active_tenant_slug: tenant.slug })
})
