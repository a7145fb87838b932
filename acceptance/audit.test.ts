import { describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { changeOrder, createClient, hasOperator, removeClient } from './operator.ts'
import { a, cartage, setup } from './world.ts'

interface AuditRecord {
  sequence: number
  at: string
  actor: { kind: string; actor_id: string | null; name: string | null }
  action: string
  entity_type: string
  entity_id: string
  changes: Record<string, { before: unknown; after: unknown }>
  request_id: string | null
  hash: string
}

interface Trail {
  tenant: string
  records: number
  head: { sequence: number; hash: string }
  fault: { sequence: number; reason: string; message: string } | null
}

const { slug } = setup.a.tenant

async function historyOf(tenant: string, entity: string): Promise<AuditRecord[]> {
  const { records } = await cartage<{ records: AuditRecord[] }>('audit', 'list', tenant, '--entity', entity)
  return records
}

async function verify(...options: string[]): Promise<Trail[]> {
  return (await cartage<{ trails: Trail[] }>('audit', 'verify', ...options)).trails
}

describe.skipIf(!hasOperator)('the audit trail', () => {
  test('AUTH-8: creating and removing an API client is recorded with its actor, and without its secret', async () => {
    const createdOne = await createClient(slug, ['API_ORDER'])
    await removeClient(slug, createdOne.client_id)
    const [removed, created, ...more] = await historyOf(slug, `api_client:${createdOne.client_id}`)
    expect(more).toEqual([])
    const actor = { kind: 'operator', actor_id: null, name: null }
    expect(created).toMatchObject({ action: 'created', actor, changes: { roles: { after: ['API_ORDER'] } } })
    expect(removed).toMatchObject({ action: 'deleted', actor, changes: { roles: { before: ['API_ORDER'] } } })
    expect(removed!.sequence).toBeGreaterThan(created!.sequence)
    expect(JSON.stringify([created, removed])).not.toContain(createdOne.client_secret)
    expect(await historyOf(setup.b.tenant.slug, `api_client:${createdOne.client_id}`)).toEqual([])
  })

  test('ST-9: a hold on an order is recorded with the values before and after', async () => {
    const order_id = await a.applied(order())
    await changeOrder(slug, 'block', order_id, '--reason', 'papers are missing')
    const [blocked] = await historyOf(slug, `order:${order_id}`)
    expect(blocked!.changes).toEqual({
      is_blocked: { before: false, after: true },
      block_reason: { before: null, after: 'papers are missing' },
    })
  })

  test('verifying confirms every trail, and reports a trail that does not end at the given hash', async () => {
    const trails = await verify('--all')
    const known = [setup.a, setup.b].map(({ tenant }) => tenant.slug)
    expect(trails.map((trail) => trail.tenant)).toEqual(expect.arrayContaining(known))
    expect(trails.filter((trail) => trail.fault !== null)).toEqual([])
    const [own] = await verify(slug)
    expect(own!.records).toBe(own!.head.sequence)
    expect(own!.records).toBeGreaterThan(0)
    const noted = `${own!.head.sequence}:${own!.head.hash}`
    expect((await verify(slug, '--known', noted))[0]!.fault).toBeNull()
    const forged = `${own!.head.sequence}:${'0'.repeat(64)}`
    await expect(verify(slug, '--known', forged)).rejects.toThrow(`broken at entry ${own!.head.sequence}`)
  })
})
