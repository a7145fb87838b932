import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newDatabaseFolder } from './testing/database-folder.ts'
import { runCommand } from './testing/run-command.ts'
import { newMigratedDataDir, runCartage, spawnCartage } from './testing/spawn-cartage.ts'

// No server runs here: every command starts and stops the embedded database itself.
const data = newMigratedDataDir(newDatabaseFolder())
const copy = newMigratedDataDir(newDatabaseFolder())
afterAll(() => {
  data.remove()
  copy.remove()
})
const run = (...args: string[]) => runCommand(args, { DATA_DIR: data.path })

async function answer(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('tenant create', () => {
  test('prints exactly the documented members, and a client with all roles except CUSTOMER', async () => {
    const created = await runCartage(['tenant', 'create', 'acme', '--no-limits', '--json'], { DATA_DIR: data.path })
    expect([created.code, created.stderr]).toEqual([0, ''])
    const access = JSON.parse(created.stdout)
    const secret = expect.stringMatching(/^[\w-]{20,}$/)
    expect(access).toStrictEqual({
      tenant: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), slug: 'acme' },
      api_client: { client_id: expect.stringMatching(/^ctg_[\w-]+$/), client_secret: secret },
      webhook_credentials: { client_id: expect.stringMatching(/^ctw_[\w-]+$/), client_secret: secret },
      user: { email: 'admin@acme.example', password: expect.any(String) },
    })
    const { clients } = await answer('client', 'list', 'acme')
    expect(clients[0].roles).toEqual(['API_ORDER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP'])
    expect(await answer('limits', 'show', 'acme')).toEqual({ general: [], token: [] })
  })

  test('refuses a slug that is in use or malformed with one sentence', async () => {
    const taken = await run('tenant', 'create', 'acme')
    expect([taken.code, taken.stderr]).toEqual([
      1,
      'A tenant with the slug "acme" already exists. Choose another slug.\n',
    ])
    const malformed = await run('tenant', 'create', 'Not A Slug')
    expect([malformed.code, malformed.stderr.split('\n')]).toEqual([1, [expect.stringContaining('a-z, 0-9'), '']])
  })
})

describe('exit codes', () => {
  test.each<[string, string[], number, RegExp]>([
    ['help', ['--help'], 0, /^$/],
    ['an unknown command', ['tenent'], 2, /unknown command/],
    ['an unknown option', ['serve', '--fast'], 2, /unknown option/],
    ['a missing argument', ['tenant', 'create'], 2, /missing required argument/],
    ['a malformed id', ['subscription', 'pause', 'acme', '12'], 2, /"12" is not an id/],
    ['an unknown tenant', ['client', 'list', 'nobody'], 1, /No tenant is called "nobody"\. Available: acme\./],
  ])('%s', async (_case, args, code, message) => {
    const finished = await run(...args)
    expect(finished.code).toBe(code)
    expect(finished.stderr).toMatch(message)
    expect(finished.stderr).not.toMatch(/^\s+at /m)
  })

  test.each<[number, string[]]>([
    [0, ['tenant', '--help']],
    [1, ['client', 'list', 'nobody']],
    [2, ['tenant', 'create']],
  ])('the process also exits with %i', async (code, args) => {
    expect((await runCartage(args, { DATA_DIR: data.path })).code).toBe(code)
  })

  test('an unavailable database is reported in a sentence, without a stack trace', async () => {
    const { code, stderr } = await runCommand(['tenant', 'list'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database that DATABASE_URL names cannot be reached/)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('an invalid setting counts as wrong usage', async () => {
    const { code, stderr } = await runCommand(['tenant', 'list'], { DATA_DIR: data.path, POOL_SIZE: 'many' })
    expect([code, stderr]).toEqual([2, 'POOL_SIZE is "many" but must be a whole number from 2 to 500.\n'])
  })
})

// Each command starts and stops the database, which is slow on a busy machine.
test('credentials are created, rotated, listed and removed', async () => {
  const created = await answer('client', 'create', 'acme', '--roles', 'API_ORDER', '--name', 'Shop')
  const rotated = await answer('client', 'rotate', 'acme', created.client_id, '--overlap', '60')
  expect(rotated.client_id).toBe(created.client_id)
  expect(rotated.client_secret).not.toBe(created.client_secret)
  expect(await answer('client', 'remove', 'acme', created.client_id)).toEqual({
    client_id: created.client_id,
    removed: true,
  })
  const { clients } = await answer('client', 'list', 'acme')
  expect(clients.map((client: { client_id: string }) => client.client_id)).not.toContain(created.client_id)
}, 120_000)

test('the audit trail lists actions, and verify exits with 1 and shows the entry at fault', async () => {
  const created = await answer('client', 'create', 'acme', '--roles', 'API_ORDER', '--name', 'Audited')
  const { records } = await answer('audit', 'list', 'acme', '--entity', `api_client:${created.client_id}`)
  expect(records).toMatchObject([
    { action: 'created', actor: { kind: 'operator' }, changes: { name: { before: null } } },
  ])
  const { trails } = await answer('audit', 'verify', '--all')
  expect(trails).toMatchObject([{ tenant: 'acme', records: records[0].sequence, fault: null }])
  const broken = await run('audit', 'verify', 'acme', '--known', `2:${'0'.repeat(64)}`)
  expect(broken.code).toBe(1)
  expect(broken.stderr).toMatch(/^The audit trail of acme is broken at entry 2: [^\n]+\n$/)
  expect((await run('audit', 'verify')).code).toBe(2)
  expect((await run('audit', 'list', 'acme', '--entity', 'nothing')).code).toBe(2)
}, 120_000)

test('AUDIT-9: the end of a trail is printed, and a trail is compared with the signed ends in a backup', async () => {
  const folder = join(data.path, 'anchor')
  await answer('backup', folder)
  const { trails } = await answer('audit', 'head', 'acme')
  const noted = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).trails
  expect(trails).toEqual([{ tenant: 'acme', head: { sequence: noted[0].sequence, hash: noted[0].hash } }])
  expect(await answer('audit', 'verify', '--all', '--backup', folder)).toMatchObject({ trails: [{ fault: null }] })
  writeFileSync(
    join(folder, 'manifest.json'),
    readFileSync(join(folder, 'manifest.json'), 'utf8').replace('"trails"', '"trail"'),
  )
  expect((await run('audit', 'verify', 'acme', '--backup', folder)).stderr).toContain('was changed after it was signed')
}, 120_000)

test('Ctrl-C ends a command and the database it started', async () => {
  const seeding = spawnCartage(['seed', '--orders', '1000000', '--tenant', 'acme'], { DATA_DIR: data.path })
  await seeding.says(/orders accepted/, 'stderr')
  seeding.child.kill('SIGINT')
  expect((await seeding.ended).code).toBe(130)
  await expect.poll(() => existsSync(join(data.path, 'cluster', 'postmaster.pid')), { timeout: 30_000 }).toBe(false)
}, 120_000)

test('a backup restores into an empty database, under a new epoch, with secrets that still work', async () => {
  await answer('seed', '--orders', '5', '--tenant', 'acme')
  const folder = join(data.path, 'saved')
  const { rows } = await answer('backup', folder, '--with-key')
  const elsewhere = { DATA_DIR: copy.path }
  const restored = await runCommand(['restore', folder, '--json'], elsewhere)
  expect(JSON.parse(restored.stdout)).toMatchObject({ rows, tenants: ['acme'], users: 1, master_key: true })
  const before = await answer('client', 'list', 'acme')
  const after = await runCommand(['client', 'list', 'acme', '--json'], elsewhere)
  expect(JSON.parse(after.stdout)).toEqual(before)
  const again = await runCommand(['restore', folder], elsewhere)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already has the tenant "acme"')])
  rmSync(join(folder, 'tenant.copy.gz'))
  expect((await run('restore', folder)).stderr).toBe('tenant.copy.gz is missing: use another backup.\n')
  writeFileSync(join(folder, 'tenant.copy.gz'), 'something else')
  expect((await run('restore', folder)).stderr).toBe('tenant.copy.gz is damaged: use another backup.\n')
}, 120_000)

test('OPS-34, OPS-35: a backup is encrypted to the key of the settings, and checked on a machine that has only the private key', async () => {
  const [keyFile, folder] = [join(data.path, 'backup.key'), join(data.path, 'sealed')]
  const { recipient } = await answer('key', 'identity', keyFile)
  expect(readFileSync(keyFile, 'utf8')).toMatch(/^# public key: age1\w{58}\nAGE-SECRET-KEY-1\w{58}\n$/)
  expect(await run('key', 'identity', keyFile)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is there already'),
  })
  const settings = { DATA_DIR: data.path, BACKUP_RECIPIENTS: recipient }
  const made = JSON.parse((await runCommand(['backup', folder, '--with-key', '--json'], settings)).stdout)
  expect(made).toMatchObject({ encrypted_to: [recipient], signed_by: expect.stringMatching(/^[\w-]{43}$/) })
  const nowhere = { DATA_DIR: join(data.path, 'nowhere') }
  const check = (...args: string[]) => runCommand(['restore', folder, '--check', ...args, '--json'], nowhere)
  const named = await check('--identity', keyFile, '--signed-by', made.signed_by)
  expect(JSON.parse(named.stdout)).toMatchObject({ rows: made.rows, checked_by: 'NAMED_KEY' })
  expect(JSON.parse((await check('--identity', keyFile)).stdout)).toMatchObject({ checked_by: 'KEY_IN_BACKUP' })
  expect(JSON.parse((await check('--signed-by', made.signed_by)).stdout)).toMatchObject({ rows: made.rows })
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to check the signature') })
  const unopened = await runCommand(['restore', folder, '--signed-by', made.signed_by], nowhere)
  expect(unopened).toMatchObject({ code: 1, stderr: expect.stringContaining('--identity FILE') })
  expect(await check('--identity', keyFile, '--signed-by', 'A'.repeat(43))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('under another master key'),
  })
  const wrong = await runCommand(['backup', join(data.path, 'none')], { ...settings, BACKUP_RECIPIENTS: 'age1nothing' })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('BACKUP_RECIPIENTS names "age1nothing"')])
}, 120_000)
