import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { verifyTrail } from '../audit/jobs.ts'
import { checkBackups } from '../cli/installation/doctor.ts'
import { createFiles } from '../documents/content/gateway.ts'
import { pdf, uploadDocument } from '../testing/data/files.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { createVault } from '../vault.ts'
import { newIdentity } from './age/keys.ts'
import { backUp } from './backup.ts'
import type { Trust } from './check.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { exportTenant } from './tenant/export.ts'
import { importTenant } from './tenant/import.ts'
import { removeTenant } from './tenant/removal.ts'

const server = await startTestServer()
const { ctx } = server
const folder = mkdtempSync(join(tmpdir(), 'cartage-encrypted-'))
const identity = newIdentity()
const recipients = [identity.recipient]
const trust: Trust = { signers: ctx.vault.signers, identities: [identity], takesUnsigned: false }
const target = { ...inject('connection'), database: `encrypted_${process.pid}_${Date.now()}` }
const restoredBlobs = join(folder, 'restored-blobs')
mkdirSync(restoredBlobs)
await run(inject('connection'), `create database ${target.database}`)
afterAll(async () => {
  await server.close()
  await run(inject('connection'), `drop database if exists ${target.database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function run(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const make = (name: string, to = recipients) =>
  backUp(
    { ...ctx, readVault: async () => ctx.vault, connection: ctx.db.connection, now: new Date() },
    { folder: join(folder, name), recipients: to },
  )
const bring = (name: string, changed: Partial<Trust> = {}) =>
  restore(target, createFiles(restoredBlobs, undefined), join(folder, name), { ...trust, ...changed })

/** Every file of a backup, by its path. */
const filesOf = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const tenant = await server.tenant({ name: 'Haulier of the backup' })
await uploadDocument(
  server.app,
  tenant,
  { bytes: pdf('secret cargo') },
  { subject_type: 'COMPANY', subject_id: randomUUID() },
)
const manifest = await make('good')
await make('other')

/** A modified copy of the good backup. */
function changed(change: (path: (file: string) => string) => void): string {
  const name = `changed-${randomUUID()}`
  cpSync(join(folder, 'good'), join(folder, name), { recursive: true })
  change((file) => join(folder, name, file))
  return name
}

function flip(path: string, at = -1): void {
  const bytes = readFileSync(path)
  bytes[at < 0 ? bytes.length + at : at]! ^= 1
  writeFileSync(path, bytes)
}

async function expectRefused(name: string, words: RegExp, trusting: Partial<Trust> = {}): Promise<void> {
  await expect(bring(name, trusting)).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringMatching(words),
  })
  // The target is unchanged: it has neither a table nor a file.
  expect(await run(target, `select relname from pg_class where relname = 'tenant'`)).toEqual([])
  expect(readdirSync(restoredBlobs, { recursive: true })).toEqual([])
}

test('OPS-35: an encrypted backup contains no plain text of its data, and no file name that describes a document', () => {
  const paths = filesOf('good')
  const open = paths.filter((path) => !path.endsWith('.age')).map((path) => path.slice(folder.length + '/good/'.length))
  expect(open.toSorted()).toEqual(['documents.sha256', 'manifest.json', 'manifest.sig'])
  for (const path of paths.filter((one) => one.endsWith('.age'))) {
    expect(readFileSync(path).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
  const words = paths.map((path) => readFileSync(path, 'latin1')).join('')
  expect(words).not.toContain(tenant.slug)
  expect(paths.filter((path) => /[0-9a-f]{64}/.test(path))).toEqual([])
  expect(manifest).toMatchObject({
    format: 2,
    encrypted_to: [identity.recipient.text],
    documents: { count: 1, missing: [] },
  })
})

const table = 'tenant.copy.gz.age'
const document = () =>
  manifest.documents &&
  readFileSync(join(folder, 'good', 'documents.sha256'), 'utf8')
    .trim()
    .split('  ')[1]!

test('OPS-35: without the key, and with another one, nothing is restored', async () => {
  await expectRefused('good', /^The backup is encrypted to age1\w+\. Give the file with its secret key/, {
    identities: [],
  })
  await expectRefused('good', /^The given key \(age1\w+\) does not open the backup: it is encrypted to/, {
    identities: [newIdentity()],
  })
})

test('OPS-34: a file with one changed bit is refused, whichever it is', async () => {
  await expectRefused(
    changed((path) => flip(path(table))),
    /^tenant\.copy\.gz\.age is damaged/,
  )
  await expectRefused(
    changed((path) => flip(path(document()!))),
    /^blobs\/.*\.age is damaged/,
  )
  await expectRefused(
    changed((path) => flip(path('documents.sha256'), 3)),
    /^documents\.sha256 is damaged/,
  )
  await expectRefused(
    changed((path) => flip(path('manifest.sig'), 3)),
    /^manifest\.json was changed after it was signed/,
  )
  const later = changed((path) => {
    const text = readFileSync(path('manifest.json'), 'utf8')
    writeFileSync(path('manifest.json'), text.replace('"made_at": "2', '"made_at": "3'))
  })
  await expectRefused(later, /^manifest\.json was changed after it was signed/)
  await expectRefused(
    changed((path) => flip(path('manifest.json'), 0)),
    /^manifest\.json is damaged/,
  )
})

test('OPS-34: a missing or truncated file is refused, even if the manifest no longer lists it', async () => {
  for (const file of [table, document()!, 'documents.sha256', 'manifest.sig']) {
    await expectRefused(
      changed((path) => rmSync(path(file))),
      new RegExp(`^${file.split('/').at(-1)}|is missing`),
    )
  }
  await expectRefused(
    changed((path) => rmSync(path('manifest.json'))),
    /has no manifest\.json/,
  )
  await expectRefused(
    changed((path) => writeFileSync(path(table), readFileSync(path(table)).subarray(0, -20))),
    /^tenant\.copy\.gz\.age is damaged/,
  )
  const shorter = changed((path) => {
    const stored = JSON.parse(readFileSync(path('manifest.json'), 'utf8')) as Manifest
    const tables = stored.tables.filter(({ name }) => name !== 'tenant')
    writeFileSync(path('manifest.json'), JSON.stringify({ ...stored, tables }))
  })
  await expectRefused(shorter, /^manifest\.json was changed after it was signed/)
})

test('OPS-34: a file, a list or a manifest of another backup is refused', async () => {
  for (const file of [table, 'manifest.json']) {
    const mixed = changed((path) => cpSync(join(folder, 'other', file), path(file)))
    await expectRefused(mixed, /^(tenant\.copy\.gz\.age is damaged|manifest\.json was changed)/)
  }
  const whole = changed((path) => {
    for (const file of ['manifest.json', 'manifest.sig']) cpSync(join(folder, 'other', file), path(file))
  })
  await expectRefused(whole, /\.age is damaged/)
})

test('OPS-34: a backup with a foreign or removed signature is refused', async () => {
  const stranger = createVault(new Map([[1, Buffer.alloc(32, 'the key of a stranger')]]))
  const name = changed(() => {})
  await writeManifest<Manifest>(join(folder, name), manifest, stranger)
  await expectRefused(name, /^The backup is signed by [\w-]{43}, under another master key/)
  await expectRefused('good', /^There is nothing to check the signature of the backup with/, { signers: [] })
  const { signed_by: _, trails: __, ...bare } = manifest
  const unsigned = changed((path) => {
    rmSync(path('manifest.sig'))
    writeFileSync(path('manifest.json'), JSON.stringify({ ...bare, format: 1 }))
  })
  await expectRefused(unsigned, /^The backup is not signed: .*--unsigned/)
  await make('open', [])
  await expectRefused('open', /^The backup is not encrypted, although a key was given/)
})

test('AUDIT-9: a backup has the end of each trail under its signature', async () => {
  const rows = await run(
    ctx.db.connection,
    `select tenant_id, sequence::integer, encode(hash, 'hex') as hash from audit_head`,
  )
  expect(manifest.trails).toEqual(rows)
})

test('AUDIT-9: a trail that the owner of the database cut off, with a matching head, is detected by the end in a backup', async () => {
  const [known] = manifest.trails!
  const admin = new pg.Client(ctx.db.connection)
  await admin.connect()
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query('delete from audit_record where tenant_id = $1 and sequence >= $2', [
    known!.tenant_id,
    known!.sequence,
  ])
  await admin.query(
    `update audit_head h set sequence = r.sequence, hash = r.hash from audit_record r
      where h.tenant_id = $1 and r.tenant_id = $1 and r.sequence = $2`,
    [known!.tenant_id, known!.sequence - 1],
  )
  await admin.query('commit')
  await admin.end()
  expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ fault: null })
  const held = await verifyTrail(ctx, tenant.tenantId, known)
  expect(held.fault).toMatchObject({ sequence: known!.sequence, reason: 'missing' })
})

test('OPS-34, OPS-35: an encrypted and signed backup comes back with its rows and documents', async () => {
  const restored = await bring('good')
  expect(restored).toMatchObject({ tenants: [tenant.slug], documents: 1, missing_documents: [] })
  expect(await run(target, 'select slug, epoch from tenant')).toEqual([{ slug: tenant.slug, epoch: 2 }])
  const [kept] = filesOf('restored-blobs')
  expect(readFileSync(kept!)).toEqual(pdf('secret cargo'))
})

test('a backup from before signatures is restored when the operator confirms it', async () => {
  await make('old', [])
  const {
    signed_by: _,
    encrypted_to: __,
    trails: ___,
    documents,
    ...bare
  } = JSON.parse(readFileSync(join(folder, 'old', 'manifest.json'), 'utf8')) as Manifest
  const { list: ____, ...counted } = documents!
  writeFileSync(join(folder, 'old', 'manifest.json'), JSON.stringify({ ...bare, format: 1, documents: counted }))
  for (const file of ['manifest.sig', 'documents.sha256']) rmSync(join(folder, 'old', file))
  await run(inject('connection'), `drop database ${target.database} with (force)`)
  await run(inject('connection'), `create database ${target.database}`)
  renameSync(restoredBlobs, `${restoredBlobs}-before`)
  await expect(bring('old', { identities: [] })).rejects.toThrow(/not signed/)
  const restored = await bring('old', { identities: [], signers: [], takesUnsigned: true })
  expect(restored).toMatchObject({ tenants: [tenant.slug], documents: 1, missing_documents: [] })
})

test('OPS-34, OPS-35: the export of one tenant is encrypted and signed like a backup', async () => {
  const exporting = { ...ctx, config: { ...ctx.config, backup_recipients: recipients } }
  await exportTenant(exporting, tenant.tenantId, join(folder, 'export'))
  expect(filesOf('export').filter((path) => path.endsWith('.gz'))).toEqual([])
  await removeTenant(ctx, { tenant_id: tenant.tenantId, slug: tenant.slug, name: tenant.slug })
  await expect(importTenant(ctx, join(folder, 'export'))).rejects.toThrow(/is encrypted to age1/)
  flip(join(folder, 'export', table))
  await expect(importTenant(ctx, join(folder, 'export'), { identities: [identity] })).rejects.toThrow(/is damaged/)
  flip(join(folder, 'export', table))
  const brought = await importTenant(ctx, join(folder, 'export'), { identities: [identity] })
  expect(brought).toMatchObject({ tenant_id: tenant.tenantId, documents: 1, missing_documents: [] })
})

test('OPS-35: the doctor reports that backups are not encrypted, and what stays readable when they are', () => {
  const of = (backup_recipients: typeof recipients, backup_wal_dir?: string) =>
    checkBackups({ backup_recipients, backup_wal_dir })
  expect(of([])).toMatchObject({ check: 'backups', ok: true, message: expect.stringContaining('are not encrypted') })
  expect(of(recipients).message).toBe(`backups are encrypted to ${identity.recipient.text}`)
  expect(of(recipients, '/mnt/wal').message).toContain('and so is the archive of the log in /mnt/wal')
  const archive = join(folder, 'archive-of-before')
  mkdirSync(join(archive, 'wal'), { recursive: true })
  writeFileSync(join(archive, 'wal', '000000010000000000000001.gz'), 'plain')
  expect(of(recipients, archive).message).toContain(
    '1 segments of the log and 0 copies of the database are from before',
  )
})
