import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-test-server.ts'
import { fetchToken, type TestTenant } from '../../testing/test-tenant.ts'
import { createTokens } from './commands.ts'
import { advanceKeys, createKeyring, revokeKey } from './keys.commands.ts'
import { findKeys } from './keys.store.ts'

const server = await startTestServer()
const keyring = createKeyring(server.ctx)
const signer = await keyring.signer()
let tenant: TestTenant
let other: TestTenant
beforeAll(async () => {
  tenant = await server.tenant()
  other = await server.tenant()
})
afterAll(() => server.close())

type Members = Record<string, unknown>

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Buffer.from(text).toString('base64url')
}

function partsOf(token: string): { header: Members; claims: Members; signature: string } {
  const [header, claims, signature] = token.split('.')
  const read = (part: string | undefined) => JSON.parse(Buffer.from(part!, 'base64url').toString())
  return { header: read(header), claims: read(claims), signature: signature! }
}

/** Signs any two texts with the real key, which no library would do. */
async function signTruly(header: unknown, claims: unknown): Promise<string> {
  const input = `${encode(header)}.${encode(claims)}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, signer.key, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

async function statusWith(token: string): Promise<number> {
  const answer = await server.app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })
  return answer.statusCode
}

const now = Math.floor(Date.now() / 1_000)
const headerAttacks: [string, (header: Members) => unknown][] = [
  ['alg none', (header) => ({ ...header, alg: 'none' })],
  ['alg nOnE', (header) => ({ ...header, alg: 'nOnE' })],
  ['alg HS256', (header) => ({ ...header, alg: 'HS256' })],
  ['alg ES384', (header) => ({ ...header, alg: 'ES384' })],
  ['no alg', ({ alg: _, ...header }) => header],
  ['typ JWT', (header) => ({ ...header, typ: 'JWT' })],
  ['no typ', ({ typ: _, ...header }) => header],
  ['kid that climbs folders', (header) => ({ ...header, kid: '../../../../dev/null' })],
  ['kid with SQL', (header) => ({ ...header, kid: "x' or '1'='1" })],
  ['kid __proto__', (header) => ({ ...header, kid: '__proto__' })],
  ['kid constructor', (header) => ({ ...header, kid: 'constructor' })],
  ['kid in an array', (header) => ({ ...header, kid: [header.kid] })],
  ['no kid', ({ kid: _, ...header }) => header],
  ['a key of its own', (header) => ({ ...header, jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } })],
  ['jku', (header) => ({ ...header, jku: 'https://attacker.example/keys' })],
  ['x5u', (header) => ({ ...header, x5u: 'https://attacker.example/cert' })],
  ['crit', (header) => ({ ...header, crit: ['exp'] })],
  ['crit of something unknown', (header) => ({ ...header, crit: ['magic'], magic: true })],
  ['zip', (header) => ({ ...header, zip: 'DEF' })],
  ['b64 false', (header) => ({ ...header, b64: false, crit: ['b64'] })],
  ['duplicated members', (header) => JSON.stringify(header).replace('{', '{"alg":"none",')],
  ['space in the JSON', (header) => JSON.stringify(header, null, 1)],
  ['an array', (header) => [header]],
]
const claimAttacks: [string, (claims: Members) => unknown][] = [
  ['another issuer', (claims) => ({ ...claims, iss: 'https://attacker.example' })],
  ['another audience', (claims) => ({ ...claims, aud: 'other' })],
  ['an audience list', (claims) => ({ ...claims, aud: [claims.aud, 'other'] })],
  ['another tenant', (claims) => ({ ...claims, tid: other.tenantId })],
  [
    'a client of another tenant',
    (claims) => ({ ...claims, sub: other.client.client_id, client_id: other.client.client_id }),
  ],
  ['sub that is not the client', (claims) => ({ ...claims, sub: other.client.client_id })],
  ['a tenant that is no UUID', (claims) => ({ ...claims, tid: "x' or '1'='1" })],
  ['no tenant', ({ tid: _, ...claims }) => claims],
  ['expired', (claims) => ({ ...claims, iat: now - 7_200, exp: now - 3_600 })],
  ['issued in the future', (claims) => ({ ...claims, iat: now + 600, exp: now + 4_200 })],
  ['not valid yet', (claims) => ({ ...claims, nbf: now + 600 })],
  ['no exp', ({ exp: _, ...claims }) => claims],
  ['no iat', ({ iat: _, ...claims }) => claims],
  ['no jti', ({ jti: _, ...claims }) => claims],
  ['exp in years', (claims) => ({ ...claims, exp: now + 1e9 })],
  ['exp as text', (claims) => ({ ...claims, exp: String(claims.exp) })],
  ['exp that is no number', (claims) => ({ ...claims, exp: null })],
  ['a fractional exp', (claims) => ({ ...claims, exp: Number(claims.exp) + 0.5 })],
  ['further members', (claims) => ({ ...claims, admin: true })],
  ['a huge claim', (claims) => ({ ...claims, scope: 'x'.repeat(20_000) })],
  ['duplicated members', (claims) => JSON.stringify(claims).replace('{', `{"tid":"${other.tenantId}",`)],
  ['JSON that is no object', () => '"text"'],
  ['no JSON', () => 'tid=1'],
]

describe('TOKEN-2: forged tokens', () => {
  test('a token signed with the real key by this test is accepted, so the refusals below are meaningful', async () => {
    const { header, claims } = partsOf(tenant.token)
    expect(await statusWith(await signTruly(header, claims))).toBe(200)
  })

  test.each(headerAttacks)('header with %s: refused, also when signed with the true key', async (_, attack) => {
    const { header, claims, signature } = partsOf(tenant.token)
    expect(await statusWith(`${encode(attack(header))}.${encode(claims)}.${signature}`)).toBe(401)
    expect(await statusWith(await signTruly(attack(header), claims))).toBe(401)
  })

  test.each(claimAttacks)('claims with %s: refused, also when signed with the true key', async (_, attack) => {
    const { header, claims, signature } = partsOf(tenant.token)
    expect(await statusWith(`${encode(header)}.${encode(attack(claims))}.${signature}`)).toBe(401)
    expect(await statusWith(await signTruly(header, attack(claims)))).toBe(401)
  })

  test('a token signed with another key under our kid is refused', async () => {
    const { header, claims } = partsOf(tenant.token)
    const { privateKey } = await generateKeyPair('ES256')
    const forged = new SignJWT(claims).setProtectedHeader(header as { alg: string })
    expect(await statusWith(await forged.sign(privateKey))).toBe(401)
  })

  test('the public key used as an HMAC secret is refused', async () => {
    const { header, claims } = partsOf(tenant.token)
    const [row] = await findKeys(server.ctx)
    const pem = await exportSPKI((await importJWK(row!.public_jwk as JWK, 'ES256', { extractable: true })) as CryptoKey)
    for (const secret of [pem, JSON.stringify(row!.public_jwk)]) {
      const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
      const signature = createHmac('sha256', secret).update(input).digest('base64url')
      expect(await statusWith(`${input}.${signature}`)).toBe(401)
    }
  })

  test('signatures of zeros, of nothing and of another length are refused', async () => {
    const [header, claims] = tenant.token.split('.')
    for (const bytes of [Buffer.alloc(64), Buffer.alloc(0), Buffer.alloc(63, 1), Buffer.alloc(65, 1)]) {
      expect(await statusWith(`${header}.${claims}.${bytes.toString('base64url')}`)).toBe(401)
    }
  })

  test('other shapes are refused: encrypted, two parts, trailing bytes, spare bits', async () => {
    const last = tenant.token.at(-1)!
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spare = tenant.token.slice(0, -1) + alphabet[(alphabet.indexOf(last) + 1) % 64]
    const [header, claims] = tenant.token.split('.')
    const shapes = [
      spare,
      `${tenant.token}.`,
      `${tenant.token}A`,
      `${tenant.token}==`,
      `${header}.${claims}`,
      'a.b.c.d.e',
      '..',
    ]
    for (const shape of shapes) expect(await statusWith(shape)).toBe(401)
  })

  test('flipping any one bit of a valid token makes it refused', async () => {
    const bits = fc.integer({ min: 0, max: tenant.token.length * 6 - 1 })
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    await fc.assert(
      fc.asyncProperty(bits, async (bit) => {
        const place = Math.floor(bit / 6)
        const letter = tenant.token[place]!
        if (letter === '.') return
        const flipped = alphabet[alphabet.indexOf(letter) ^ (1 << (bit % 6))]!
        const changed = tenant.token.slice(0, place) + flipped + tenant.token.slice(place + 1)
        expect(await statusWith(changed)).toBe(401)
      }),
      { numRuns: 300 },
    )
    expect(await statusWith(tenant.token)).toBe(200)
  })
})

describe('keys', () => {
  test('SECRET-3: the private key is encrypted in the database and bound to its row', async () => {
    const [row] = await findKeys(server.ctx)
    expect(row!.private_sealed!.includes(Buffer.from('PRIVATE KEY'))).toBe(false)
    expect(() => server.ctx.vault.open(row!.private_sealed!, 'signing_key|private_sealed|another')).toThrow()
    expect(JSON.stringify(row!.public_jwk)).not.toContain('"d"')
  })

  test('many processes that start at once on a new installation create one key', async () => {
    const fresh = await startTestServer()
    const rings = Array.from({ length: 6 }, () => createKeyring(fresh.ctx))
    const signers = await Promise.all(rings.map((ring) => ring.signer()))
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1)
    await fresh.close()
  })

  test('TOKEN-1: rotation: NEXT is announced, becomes current, and the old one still verifies; old tokens stay valid', async () => {
    const fresh = await startTestServer()
    const there = await fresh.tenant()
    const age = (state: string, seconds: number) =>
      fresh.ctx.db.worker.query(
        'update signing_key set changed_at = now() - make_interval(secs => $2) where state = $1',
        [state, seconds],
      )
    await age('ACTIVE', 29 * 86_400 + 1)
    await advanceKeys(fresh.ctx)
    expect((await findKeys(fresh.ctx)).map((key) => key.state).sort()).toEqual(['ACTIVE', 'NEXT'])
    await age('ACTIVE', 30 * 86_400 + 1)
    await age('NEXT', 301)
    await advanceKeys(fresh.ctx)
    const restarted = await startTestServer({ db: fresh.ctx.db })
    const headers = { authorization: `Bearer ${there.token}` }
    expect((await restarted.app.inject({ url: '/v1/me', headers })).statusCode).toBe(200)
    const newer = await fetchToken(restarted.app, there.client)
    expect(partsOf(newer).header.kid).not.toBe(partsOf(there.token).header.kid)
    await age('RETIRED', 3_901)
    await advanceKeys(fresh.ctx)
    expect((await findKeys(fresh.ctx)).map((key) => key.state)).toEqual(['ACTIVE'])
    await restarted.close()
    await fresh.close()
  })

  test('TOKEN-1: a token that was checked before is refused once its key is deleted', async () => {
    let isGone = false
    const verifier = async (kid: string) => (isGone ? undefined : await keyring.verifier(kid))
    const tokens = createTokens(server.ctx, { ...keyring, verifier })
    expect(await tokens.verify(tenant.token)).toMatchObject({ tid: tenant.tenantId })
    isGone = true
    expect(await tokens.verify(tenant.token)).toBeUndefined()
  })

  test('TOKEN-1: a revoked key invalidates its tokens, and a new one signs', async () => {
    const fresh = await startTestServer()
    const there = await fresh.tenant()
    await revokeKey(fresh.ctx, String(partsOf(there.token).header.kid))
    const restarted = await startTestServer({ db: fresh.ctx.db })
    const headers = { authorization: `Bearer ${there.token}` }
    expect((await restarted.app.inject({ url: '/v1/me', headers })).statusCode).toBe(401)
    const newer = { authorization: `Bearer ${await fetchToken(restarted.app, there.client)}` }
    expect((await restarted.app.inject({ url: '/v1/me', headers: newer })).statusCode).toBe(200)
    await restarted.close()
    await fresh.close()
  })
})

describe('clocks', () => {
  const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000)

  test.each([1, -1, 24, -24])(
    'TOKEN-4: a process whose clock is %i hours off issues and accepts the same tokens',
    async (off) => {
      const there = await startTestServer({ db: server.ctx.db, now: hours(off) })
      const status = async ({ app }: typeof server, token: string) =>
        (await app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).statusCode
      expect(await status(there, tenant.token)).toBe(200)
      const issued = await fetchToken(there.app, tenant.client)
      expect(await status(server, issued)).toBe(200)
      const left = Number(partsOf(issued).claims.exp) - Date.now() / 1_000
      expect(left).toBeGreaterThan(3_500)
      expect(left).toBeLessThan(3_630)
      await there.close()
    },
  )

  test('TOKEN-4: changing the clock of a running process does not affect tokens, but an elapsed hour does', async () => {
    let offMs = 0
    const there = await startTestServer({ db: server.ctx.db, now: () => new Date(Date.now() + offMs) })
    const ring = createKeyring(there.ctx)
    const tokens = createTokens(there.ctx, ring)
    expect(await tokens.verify(tenant.token)).toMatchObject({ tid: tenant.tenantId })
    for (const hour of [5, -5]) {
      offMs = hour * 3_600_000
      expect(await tokens.verify(tenant.token)).toMatchObject({ tid: tenant.tenantId })
      expect(Math.abs((await ring.now()).getTime() - Date.now())).toBeLessThan(60_000)
    }
    const anHourLater = createTokens(there.ctx, { ...ring, now: async () => new Date(Date.now() + 3_640_000) })
    expect(await anHourLater.verify(tenant.token)).toBeUndefined()
    await there.close()
  })
})
