import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createVault, parseKeyFile } from '../../server/src/vault.ts'
import type { Scratch } from '../scratch.ts'
import type { Answer } from './checker.ts'
import { each, type Family, faultsIn, sample } from './family.ts'

type Members = Record<string, unknown>
type Attack = readonly [name: string, change: (members: Members) => unknown]
/** Creates the signature of a token from its first two parts. */
type Signer = readonly [name: string, sign: (input: string) => string]

const same: Attack = ['as it is', (members) => members]
const without = (name: string): Attack => [`no ${name}`, ({ [name]: _, ...members }) => members]
const withMember = (name: string, value: unknown): Attack => [
  `${name} ${JSON.stringify(value)?.slice(0, 40)}`,
  (members) => ({ ...members, [name]: value }),
]
const asText = (name: string, change: (text: string) => string): Attack => [
  name,
  (members) => change(JSON.stringify(members)),
]

const shapes: readonly Attack[] = [
  asText('a space in the JSON', (text) => text.replace(',', ', ')),
  asText('a letter as an escape', (text) =>
    text.replace(/"(\w)/, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
  ),
  asText('cut off', (text) => text.slice(0, -1)),
  asText('empty', () => ''),
  asText('null', () => 'null'),
  asText('a byte order mark', (text) => `\ufeff${text}`),
  ['an array', (members) => [members]],
  ['reordered', (members) => Object.fromEntries(Object.entries(members).toReversed())],
]

const headerAttacks: readonly Attack[] = [
  ...[
    'none',
    'None',
    'nOnE',
    'NONE',
    '',
    'HS256',
    'HS384',
    'HS512',
    'RS256',
    'PS256',
    'ES384',
    'ES512',
    'ES256K',
    'EdDSA',
    'es256',
  ].map((alg) => withMember('alg', alg)),
  ...['JWT', 'at+JWT', 'application/at+jwt', 'dpop+jwt', 'secevent+jwt'].map((typ) => withMember('typ', typ)),
  ...[
    '../../../../dev/null',
    '/dev/null',
    "x' or '1'='1",
    "'; drop table signing_key; --",
    '__proto__',
    'constructor',
    'toString',
    '',
    '%00',
    'x'.repeat(101),
  ].map((kid) => withMember('kid', kid)),
  ...[null, 1, true, {}, ['a'], { toString: 'a' }].map((kid) => withMember('kid', kid)),
  ...['alg', 'typ', 'kid'].map(without),
  withMember('jwk', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }),
  withMember('jku', 'http://127.0.0.1:1/keys'),
  withMember('x5u', 'http://127.0.0.1:1/cert'),
  withMember('x5c', ['AAAA']),
  withMember('crit', ['exp']),
  withMember('b64', false),
  withMember('zip', 'DEF'),
  withMember('enc', 'A256GCM'),
  withMember('cty', 'JWT'),
  asText('alg twice', (text) => text.replace('{', '{"alg":"none",')),
  asText('kid twice', (text) => text.replace('{', '{"kid":"x",')),
  ...shapes,
]

function claimAttacks(other: Members, now: number): readonly Attack[] {
  return [
    ...['iss', 'aud', 'sub', 'client_id', 'tid', 'iat', 'exp', 'jti', 'scope'].map(without),
    ...['https://attacker.example', '', null, ['cartage']].map((iss) => withMember('iss', iss)),
    ...['other', '', null, ['cartage-api', 'other']].map((aud) => withMember('aud', aud)),
    withMember('tid', other.tid),
    withMember('sub', other.sub),
    withMember('client_id', other.client_id),
    ['a client of another tenant', (claims) => ({ ...claims, sub: other.sub, client_id: other.client_id })],
    ...["x' or '1'='1", '00000000-0000-0000-0000-000000000000', '*', null, 1].map((tid) => withMember('tid', tid)),
    ['expired', (claims) => ({ ...claims, iat: now - 7_200, exp: now - 3_600 })],
    ['issued in the future', (claims) => ({ ...claims, iat: now + 600, exp: now + 4_200 })],
    ...[now + 1e9, now - 1, 0, -1, 1e308, null, String(now + 3_600), now + 3_600.5].map((exp) =>
      withMember('exp', exp),
    ),
    ...[null, 0, String(now), now + 60].map((iat) => withMember('iat', iat)),
    withMember('nbf', now + 600),
    withMember('admin', true),
    withMember('roles', ['SUPER_ADMIN']),
    withMember('scope', 'x'.repeat(5_000)),
    withMember('__proto__x', {}),
    asText('tid twice', (text) => text.replace('{', `{"tid":"${String(other.tid)}",`)),
    asText('exp twice', (text) => text.replace('{', `{"exp":${now + 1e9},`)),
    ...shapes,
  ]
}

/** Tokens not issued by this installation: each is refused like a missing token, even if signed with its own key. */
export const tokens: Family = {
  what: 'forged, changed and re-signed access tokens',
  async run(target) {
    const { caller, other, scratch, seed } = target
    const [good, foreign] = [tokenOf(caller), tokenOf(other)]
    const key = await signingKey(scratch)
    const all = [...forged(good, foreign, key), ...respelled(good)]
    const chosen = sample(all, target.inputs({ short: 400, usual: 3_000, deep: 6_000 }), seed)
    const ask = (token: string) => caller.request('GET', '/v1/me', { authorization: `Bearer ${token}` })
    const plain = comparable(await caller.request('GET', '/v1/me', { authorization: 'Bearer nonsense' }))
    const faults = await each(chosen, 16, async ({ name, token }) => {
      const answer = await ask(token)
      // Too long to be parsed at all.
      if (answer.status === 431) return undefined
      return comparable(answer) === plain ? undefined : `${name}: ${answer.status} ${answer.text.slice(0, 200)}`
    })
    target.judge(
      `${chosen.length} of ${all.length} tokens that are not ours are answered as one that is no token`,
      faultsIn(faults),
    )
    const signed = `${good.parts[0]}.${good.parts[1]}`
    const [own, again] = await Promise.all([ask(good.token), ask(`${signed}.${signWith(key.secret)(signed)}`)])
    const isTaken = own.status === 200 && again.status === 200
    target.judge(
      'the token itself is taken, also signed again, so the refusals mean something',
      isTaken ? undefined : `    ${own.status} ${again.status}`,
    )
  },
}

interface Token {
  token: string
  parts: [string, string, string]
  header: Members
  claims: Members
}

function tokenOf({ credentials }: { credentials: Readonly<Record<string, Readonly<Record<string, string>>>> }): Token {
  const token = credentials.BearerAuth!.authorization!.slice('Bearer '.length)
  const parts = token.split('.') as [string, string, string]
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Members
  return { token, parts, header: read(parts[0]), claims: read(parts[1]) }
}

/** Signing key of the installation, as stolen together with the master key. */
async function signingKey(scratch: Scratch) {
  const client = new pg.Client(scratch.database!)
  await client.connect()
  const { rows } = await client.query<{ kid: string; public_jwk: object; private_sealed: Buffer }>(
    `select kid, public_jwk, private_sealed from signing_key where state = 'ACTIVE'`,
  )
  await client.end()
  const { kid, public_jwk, private_sealed } = rows[0]!
  const file = join(scratch.env.DATA_DIR!, 'master.key')
  const vault = createVault(parseKeyFile(readFileSync(file, 'utf8'), file))
  const secret = createPrivateKey(vault.open(private_sealed, `signing_key|private_sealed|${kid}`).toString())
  return { secret, public_jwk }
}

const signWith = (key: KeyObject) => (input: string) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

function signersOf({ parts }: Token, { secret, public_jwk }: { secret: KeyObject; public_jwk: object }): Signer[] {
  const pem = createPublicKey(secret).export({ type: 'spki', format: 'pem' })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hmac = (key: string | Buffer) => (input: string) => createHmac('sha256', key).update(input).digest('base64url')
  return [
    ['the old signature', () => parts[2]],
    ['our own key', signWith(secret)],
    ['another key', signWith(privateKey)],
    ['our public key as a secret', hmac(pem)],
    ['our public key as JSON', hmac(JSON.stringify(public_jwk))],
    ['an empty secret', hmac('')],
    ['nothing', () => ''],
    ['zeros', () => Buffer.alloc(64).toString('base64url')],
  ]
}

interface Forged {
  name: string
  token: string
}

/** Every combination of header, claims and signature except the valid token. */
function forged(good: Token, other: Token, key: Parameters<typeof signersOf>[1]): Forged[] {
  const now = Math.floor(Date.now() / 1_000)
  const headers = [same, ...headerAttacks]
  const claims = [same, ...claimAttacks(other.claims, now)]
  const signers = signersOf(good, key)
  return headers.flatMap(([headerName, header]) =>
    claims.flatMap(([claimName, claim]) =>
      signers.flatMap(([signerName, signer]): Forged[] => {
        const input = `${encode(header(good.header))}.${encode(claim(good.claims))}`
        const isGood =
          input === `${good.parts[0]}.${good.parts[1]}` && ['the old signature', 'our own key'].includes(signerName)
        // The same members in another order are the same token, signed by us.
        const isOurs =
          signerName === 'our own key' &&
          [headerName, claimName].every((name) => name === 'reordered' || name === same[0])
        if (isGood || isOurs) return []
        return [
          { name: `header ${headerName}, claims ${claimName}, ${signerName}`, token: `${input}.${signer(input)}` },
        ]
      }),
    ),
  )
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

/** The valid token with one bit changed, truncated, or in another notation. */
function respelled({ token, parts }: Token): Forged[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const flips = [...token].flatMap((letter, at) =>
    letter === '.'
      ? []
      : [1, 2, 4, 8, 16, 32].map((bit) => ({
          name: `bit ${bit} of letter ${at}`,
          token: token.slice(0, at) + alphabet[alphabet.indexOf(letter) ^ bit] + token.slice(at + 1),
        })),
  )
  const cuts = [...token].map((_, at) => ({ name: `cut off after ${at}`, token: token.slice(0, at) }))
  const [header, claims, signature] = parts
  const others = [
    ...[
      `${token}.`,
      `.${token}`,
      `${token}=`,
      `${token}==`,
      `${token}A`,
      `${token}%00`,
      `${token},${token}`,
      `"${token}"`,
    ],
    ...[
      `${header}.${claims}`,
      `${header}..${signature}`,
      `.${claims}.${signature}`,
      '..',
      '.',
      `${header}.${claims}.`,
      'a.b.c.d.e',
    ],
    ...[`${claims}.${header}.${signature}`, parts.map((part) => Buffer.from(part).toString('base64url')).join('.')],
    ...[
      token.replaceAll('-', '+').replaceAll('_', '/'),
      parts.map((part) => `${part}=`).join('.'),
      token.toUpperCase(),
      token.toLowerCase(),
    ],
  ].filter((text) => text !== token)
  return [...flips, ...cuts, ...others.map((text) => ({ name: `spelled ${text.slice(0, 12)}…`, token: text }))]
}

/** A response without its variable parts. */
function comparable({ status, text }: Answer): string {
  return `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`
}
