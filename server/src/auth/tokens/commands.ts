import { jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../context.ts'
import type { Credential } from './callers.views.ts'
import type { Keyring } from './keys.commands.ts'
import { readClaims, readHeader, type TokenClaims, tokenAudience, tokenIssuer, tokenType } from './rules.ts'

/** Signs and checks access tokens (TOKEN-2), using the database clock (TOKEN-4). */
export interface Tokens {
  issue(credential: Credential): Promise<string>
  /** Claims of a token issued by this installation and valid now; undefined for any other text. */
  verify(token: string): Promise<TokenClaims | undefined>
}

const mostRemembered = 10_000
const leewaySeconds = 30

interface Verified {
  kid: string
  claims: TokenClaims
}

/** @param keyring keys of the installation, so that every process accepts tokens of all others */
export function createTokens(ctx: Context, keyring: Keyring): Tokens {
  // A signature check costs 100 times a look-up, so verified tokens are cached until they expire.
  const verified = new Map<string, Verified>()

  async function check(token: string): Promise<Verified | undefined> {
    const header = readHeader(token)
    const key = header && (await keyring.verifier(header.kid))
    if (key === undefined) return undefined
    const claims = await verifySignature(token, key, await keyring.now(), ctx.config.token_lifetime_s)
    return claims && { kid: header!.kid, claims }
  }

  return {
    async issue({ caller, integrationId }) {
      const { kid, key } = await keyring.signer()
      const now = Math.floor((await keyring.now()).getTime() / 1_000)
      const claims = { tid: caller.tenantId, client_id: caller.id, scope: caller.roles.join(' '), iid: integrationId }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: tokenType, kid })
        .setIssuer(tokenIssuer)
        .setAudience(tokenAudience)
        .setSubject(caller.id)
        .setIssuedAt(now)
        .setExpirationTime(now + ctx.config.token_lifetime_s)
        .setJti(ctx.newId())
        .sign(key)
    },
    async verify(token) {
      const known = verified.get(token) ?? (await check(token))
      if (known === undefined) return undefined
      const isExpired = known.claims.exp + leewaySeconds <= (await keyring.now()).getTime() / 1_000
      // Revoking a key invalidates its cached tokens.
      if (isExpired || (await keyring.verifier(known.kid)) === undefined) {
        verified.delete(token)
        return undefined
      }
      if (!verified.has(token)) {
        verified.set(token, known)
        if (verified.size > mostRemembered) verified.delete(verified.keys().next().value!)
      }
      return known.claims
    },
  }
}

async function verifySignature(
  token: string,
  key: Parameters<typeof jwtVerify>[1],
  now: Date,
  lifetime: number,
): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['ES256'],
      typ: tokenType,
      issuer: tokenIssuer,
      audience: tokenAudience,
      requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'],
      clockTolerance: leewaySeconds,
      maxTokenAge: lifetime,
      currentDate: now,
    })
    return readClaims(payload, lifetime)
  } catch {
    return undefined
  }
}
