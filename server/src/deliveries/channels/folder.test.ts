import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { checkEndpointFolders } from '../../cli/installation/doctor.ts'
import type { Context } from '../../context.ts'
import { deliveriesOf, eventsOf, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { addSubscription } from '../subscriptions/commands.ts'
import { testSubscription } from '../subscriptions/test.commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

describe('a folder of this machine', () => {
  let root: string
  let own: Context
  beforeAll(async () => {
    root = join(tmpdir(), `cartage-folders-${ctx.newId()}`)
    await mkdir(root, { recursive: true })
    own = { ...ctx, config: Object.assign(ctx.config, { folder_roots: [{ path: root }] }) }
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  /** Creates a folder inside the tenant's. */
  async function make({ slug }: TestTenant, name: string): Promise<string> {
    const folder = join(root, slug, name)
    await mkdir(folder, { recursive: true })
    return folder
  }

  const add = (tenant: TestTenant, folder: string) =>
    addSubscription(own, tenant.tenantId, byOperator, { channel: 'FOLDER', folder })

  test('gets one file per event, by the same steps', async () => {
    const tenant = await server.tenant()
    const out = await make(tenant, 'out')
    const { subscription_id } = await add(tenant, out)
    const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    const file = `order.accepted_${event!.entity_id}_1_1_${event!.event_id}.json`
    expect(await readFile(join(out, file), 'utf8')).toBe(event!.payload)
    expect(await readdir(out)).toEqual([file])
    expect(await testSubscription(own, tenant.tenantId, subscription_id)).toMatchObject({ is_delivered: true })
  })

  test('must be below a folder that the operator allows, whatever the path and its links', async () => {
    const tenant = await server.tenant()
    const out = await make(tenant, 'out')
    const elsewhere = join(root, tenant.slug, 'elsewhere')
    await symlink('/etc', elsewhere)
    for (const folder of ['/etc', join(root, '..'), root, elsewhere, 'out', join(root, tenant.slug, 'missing')]) {
      await expect(add(tenant, folder)).rejects.toMatchObject({ status: 422, errors: [{ path: 'folder' }] })
    }
    const none = { ...ctx, config: { ...ctx.config, folder_roots: [] } }
    const input = { channel: 'FOLDER', folder: out } as const
    await expect(addSubscription(none, tenant.tenantId, byOperator, input)).rejects.toThrow('FOLDER_ROOTS')
  })

  test('DLV-28: a tenant cannot use the folder of another one, nor reach it by a link or a name with the same beginning', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    const [own, theirs] = [await make(tenant, 'out'), await make(other, 'out')]
    await symlink(theirs, join(own, 'theirs'))
    const alike = join(root, `${tenant.slug}-more`)
    await mkdir(alike)
    for (const folder of [
      theirs,
      join(root, other.slug),
      join(own, '../../', other.slug),
      join(own, 'theirs'),
      alike,
    ]) {
      await expect(add(tenant, folder)).rejects.toMatchObject({ status: 422, errors: [{ path: 'folder' }] })
    }
    await expect(add(tenant, theirs)).rejects.toThrow(join(root, tenant.slug))
    await expect(add(tenant, own)).resolves.toMatchObject({ channel: 'FOLDER' })
    await expect(add(other, theirs)).resolves.toMatchObject({ channel: 'FOLDER' })
  })

  test('DLV-28: an existing folder keeps its files when the operator assigns it to a tenant, and the doctor reports unassigned ones', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    const shared = join(root, 'of-before')
    await mkdir(shared)
    const named = [{ path: root }, { path: shared, tenant: tenant.slug }]
    Object.assign(ctx.config, { folder_roots: named })
    await add(tenant, shared)
    await expect(add(other, shared)).rejects.toMatchObject({ status: 422 })
    const ofTenant = async () =>
      (await checkEndpointFolders(ctx)).filter(({ message }) => message.includes(`endpoint of ${tenant.slug} `))
    expect(await ofTenant()).toEqual([])
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(await readdir(shared)).toHaveLength(1)
    Object.assign(ctx.config, { folder_roots: [{ path: root }] })
    expect(await ofTenant()).toMatchObject([
      { ok: false, message: expect.stringContaining(`${tenant.slug}=${shared}`) },
    ])
  })

  test('that is no longer allowed gets nothing', async () => {
    const tenant = await server.tenant()
    const late = await make(tenant, 'late')
    await add(tenant, late)
    Object.assign(ctx.config, { folder_roots: [{ path: join(root, 'out') }] })
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    Object.assign(ctx.config, { folder_roots: [{ path: root }] })
    expect(await readdir(late)).toEqual([])
    const [delivery] = await deliveriesOf(tenant)
    expect(delivery!.last_failure).toContain('is not under one of those the operator allows')
  })
})
