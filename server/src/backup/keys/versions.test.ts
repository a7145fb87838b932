import { randomBytes } from 'node:crypto'
import { getCurrentUser } from '@cartage/contract/auth/endpoints'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { openTarget } from '../../deliveries/channels/gateway.ts'
import { addSubscription } from '../../deliveries/subscriptions/commands.ts'
import { findTargets } from '../../deliveries/subscriptions/store.ts'
import { documentPath, openLink } from '../../documents/link.commands.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { callWith, fetchToken, type TestTenant } from '../../testing/test-tenant.ts'
import { createVault, type MasterKeys, proofName } from '../../vault.ts'
import { digestPlaces, sealedPlaces, signingKeys } from './stored.ts'
import { keyUse, retireKey, sealAgain } from './versions.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const withKeys = (masters: MasterKeys, db?: TestServer['ctx']['db']) =>
  startTestServer({ vault: createVault(masters), ...(db && { db }) })

const before = await withKeys(new Map([[1, oldKey]]))
const during = await withKeys(
  new Map([
    [1, oldKey],
    [2, newKey],
  ]),
  before.ctx.db,
)
const after = await withKeys(new Map([[2, newKey]]), before.ctx.db)
afterAll(async () => {
  for (const server of [after, during, before]) await server.close()
})

/** Simulates that the installation was started with these versions. */
async function addProofs(...servers: readonly TestServer[]): Promise<void> {
  for (const [index, { ctx }] of servers.entries()) {
    const sealed = ctx.vault.seal(Buffer.from('cartage'), 'installation').toString('base64url')
    const add =
      'insert into operator_setting (name, value) values ($1, to_jsonb($2::text)) on conflict (name) do nothing'
    await ctx.db.worker.query(add, [proofName(index + 1), sealed])
  }
}

/**
 * A receiver, with or without a public key that also signs its messages.
 * @returns a function that opens its secrets
 */
async function receiver({ ctx }: TestServer, { tenantId }: TestTenant, has_public_key: boolean) {
  const body = { name: 'x', url: 'https://receiver.example', has_public_key }
  const auth = { kind: 'basic', username: 'cartage', password: 'a password' } as const
  const { subscription_id } = await addSubscription(ctx, tenantId, byOperator, { ...body, receiver_auth: auth })
  return async (of: TestServer) => {
    const targets = await of.ctx.db.asTenant(tenantId, (tx) => findTargets(tx, subscription_id))
    const { auth: headers, private_keys } = openTarget(of.ctx, tenantId, targets[0]!)
    return { headers, keys: private_keys.map((key) => key.export({ format: 'jwk' })) }
  }
}

async function works(server: TestServer, shown: TestTenant['client']): Promise<boolean> {
  const token = await fetchToken(server.app, shown).catch(() => undefined)
  if (token === undefined) return false
  await callWith(server.app, { authorization: `Bearer ${token}` })(getCurrentUser, {})
  return true
}

test('SECRET-4: a master key is replaced while the service runs, and remaining uses of the old one are counted until there are none', async () => {
  const tenant = await before.tenant()
  await addProofs(before, during)
  const open = await receiver(before, tenant, false)
  const openKnown = await receiver(before, tenant, true)
  const known = await openKnown(before)
  const document = before.ctx.newId()
  const path = documentPath(before.ctx, tenant.tenantId, document, 600)
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams)
  const oldVersion = async () => (await keyUse(during.ctx)).find(({ version }) => version === 1)!

  await expect(retireKey(during.ctx, 2, { isForced: true })).rejects.toThrow('newest')
  await expect(retireKey(during.ctx, 1, { isForced: true })).rejects.toThrow('reseal')
  expect(await sealAgain(during.ctx)).toBeGreaterThan(0)
  expect(await sealAgain(during.ctx)).toBe(0)
  expect(await oldVersion()).toMatchObject({ sealed: 0, public_keys: 1 })
  expect(await open(after)).toEqual(await open(before).catch(() => open(during)))
  // The receiver's stored public key stays valid.
  expect(await openKnown(during)).toEqual(known)

  const named = 'secrets of API clients'
  expect((await oldVersion()).digests[named]).toBe(1)
  expect(await works(after, tenant.client)).toBe(false)
  expect(await works(during, tenant.client)).toBe(true)
  expect((await oldVersion()).digests[named]).toBeUndefined()
  expect(await works(after, tenant.client)).toBe(true)

  expect(openLink(during.ctx, document, query)).toMatchObject({ documentId: document })
  expect(() => openLink(after.ctx, document, query)).toThrow()
  await expect(retireKey(during.ctx, 1, { isForced: false })).rejects.toThrow('receivers with our public key')
  await retireKey(during.ctx, 1, { isForced: true })
  expect((await keyUse(during.ctx)).map(({ version }) => version)).toEqual([2])
})

/** Names of columns with plain bytes, or hashes without a key. */
const plain = /(hash|sha256|body|bytes|content|identity|match_key)$/
/** Columns that need no action, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'message_key.digest': 'a hash without a key',
  'failed_attempt.key': 'forgotten within a day; after a change of the key failures are counted anew',
  'passkey.credential_id': 'public',
  'passkey.public_key': 'public',
  'creation_key.request_digest': 'forgotten after a day, and recognised by every version until then',
}

test('SECRET-4: every column of the schema with sealed bytes or digests of secrets is included in the rotation', async () => {
  const { rows } = await before.ctx.db.worker.query<{ place: string }>(
    `select c.table_name || '.' || c.column_name as place from information_schema.columns c
      where c.table_schema = 'public' and c.data_type = 'bytea' order by 1`,
  )
  const known = [...sealedPlaces, signingKeys, ...digestPlaces].map(({ table, column }) => `${table}.${column}`)
  expect(
    rows
      .map(({ place }) => place)
      .filter((place) => !known.includes(place) && !plain.test(place) && !(place in exceptions)),
  ).toEqual([])
  expect(known.filter((place) => !rows.some((row) => row.place === place))).toEqual([])
})
