import { z } from 'zod'

/** Fixed texts, so that a restart on another port or address keeps tokens valid (CLIENT-4, AUTH-4). */
export const tokenIssuer = 'cartage'
export const tokenAudience = 'cartage-api'
/** RFC 9068 section 2.1. */
export const tokenType = 'at+jwt'

const Header = z.strictObject({ alg: z.literal('ES256'), typ: z.literal(tokenType), kid: z.string().min(1).max(100) })

/**
 * Claims of a token. `tid` is the tenant and the only source of a request's tenant. No personal data. Unknown members
 * are rejected, because we never write them.
 */
const Claims = z.strictObject({
  iss: z.literal(tokenIssuer),
  aud: z.literal(tokenAudience),
  sub: z.string().min(1).max(200),
  client_id: z.string().min(1).max(200),
  tid: z.uuidv4(),
  iid: z.string().nullable(),
  scope: z.string(),
  iat: z.int(),
  exp: z.int(),
  jti: z.string().min(1),
})
export type TokenClaims = z.output<typeof Claims>

/** Unverified header of a token; undefined unless it has exactly the members we write. */
export function readHeader(token: string): z.output<typeof Header> | undefined {
  const parts = token.split('.')
  if (parts.length !== 3 || token.length > 4_096) return undefined
  return parts.every(isCanonical) && isPlain(parts[0]!) && isPlain(parts[1]!) ? parseHeader(parts[0]!) : undefined
}

/** Claims of a payload with a valid signature; undefined if they are not ours. */
export function readClaims(payload: unknown, lifetimeSeconds: number): TokenClaims | undefined {
  const claims = Claims.safeParse(payload).data
  if (claims === undefined || claims.sub !== claims.client_id) return undefined
  return claims.exp - claims.iat === lifetimeSeconds ? claims : undefined
}

/** Base64url has spare bits at the end, so only the canonical spelling of the bytes is accepted. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part
}

/** JSON without duplicate members or other ambiguity: serialised again it is the same text. */
function isPlain(part: string): boolean {
  const text = Buffer.from(part, 'base64url').toString('utf8')
  try {
    return JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}

function parseHeader(part: string): z.output<typeof Header> | undefined {
  return Header.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data
}
