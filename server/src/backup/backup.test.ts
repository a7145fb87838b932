import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sampleOrder } from '../../../seeds/sample-orders.ts'
import { fillDemo } from '../demo/tenant.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { backUp } from './backup.ts'
import { readBackup } from './check.ts'
import { BackupError } from './files.ts'

const server = await startTestServer()
const { connection } = server.ctx.db
const folder = mkdtempSync(join(tmpdir(), 'cartage-counted-'))
const admin = new pg.Client(connection)
await admin.connect()
afterAll(async () => {
  await admin.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const backUpTo = (name: string) =>
  backUp(
    { ...server.ctx, readVault: async () => server.ctx.vault, connection, now: new Date() },
    { folder: join(folder, name), recipients: [] },
  )

test('a backup of a database that hides rows fails with their number, and does not count as a backup', async () => {
  const [tenant, other] = await Promise.all([server.tenant(), server.tenant()])
  for (const { tenantId } of [tenant, other]) await fillDemo(server.ctx, tenantId)
  for (const number of [1, 2, 3]) await tenant.call(uploadOrder, { body: sampleOrder(number, new Date('2026-03-01')) })
  await other.call(uploadOrder, { body: sampleOrder(4, new Date('2026-03-01')) })
  await server.drain()
  const { tables } = await backUpTo('whole')
  expect(tables.find(({ name }) => name === 'transport_order')).toMatchObject({ rows: 4 })
  // Simulates tables distributed over other machines: row security there lacks the tenant and hides all rows.
  await admin.query(
    `create policy hidden on transport_order as restrictive for select to cartage_worker
       using (tenant_id <> '${tenant.tenantId}')`,
  )
  const attempt = backUpTo('partial')
  await expect(attempt).rejects.toBeInstanceOf(BackupError)
  await expect(attempt).rejects.toThrow(/^The backup would hold 1 of the 4 rows of the table transport_order/)
  expect(readdirSync(join(folder, 'partial'))).not.toContain('manifest.json')
  await admin.query('drop policy hidden on transport_order')
})

test('a backup of a database that hides rows from the count as well fails because of the settings of its tenants', async () => {
  await admin.query('create policy hidden on tenant_setting as restrictive for select using (false)')
  await expect(backUpTo('hidden')).rejects.toThrow(/^The database shows the settings of 0 tenants and has \d+ tenants/)
  await admin.query('drop policy hidden on tenant_setting')
})

test('OPS-39: an interrupted backup is recognised by a restore and by the next backup into its folder', async () => {
  const cut = join(folder, 'cut-off')
  const from = { ...server.ctx, readVault: async () => server.ctx.vault, connection, now: new Date() }
  // Fails at the last step before the manifest. Nothing cleans up after an error either.
  const attempt = backUp({ ...from, keyFile: join(folder, 'none') }, { folder: cut, recipients: [] })
  await expect(attempt).rejects.toThrow(/ENOENT/)
  const trust = { signers: server.ctx.vault.signers, identities: [], takesUnsigned: false }
  await expect(readBackup(cut, trust)).rejects.toThrow(/holds a backup that was cut off before its end/)
  await expect(backUp(from, { folder: cut, recipients: [] })).rejects.toThrow(/Remove the folder, or choose a new one/)
  await backUpTo('to-its-end')
  expect(readdirSync(join(folder, 'to-its-end')).filter((name) => name.endsWith('.part'))).toEqual([])
  await expect(backUpTo('to-its-end')).rejects.toThrow(/is not empty/)
})

test('the count reveals nothing but numbers, and only background work may request it', async () => {
  const count = (pool: pg.Pool) => pool.query(`select count_all_rows('transport_order') as count`)
  expect((await count(server.ctx.db.worker)).rows).toEqual([{ count: '4' }])
  await expect(count(server.ctx.db.shared)).rejects.toMatchObject({ code: '42501' })
  // Members of the directory role, such as the owner, see no row through this policy.
  await admin.query('begin; set local role cartage_owner')
  const { rows } = await admin.query('select count(*)::integer as count from transport_order')
  await admin.query('rollback')
  expect(rows).toEqual([{ count: 0 }])
})
