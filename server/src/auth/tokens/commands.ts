import { jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../context.ts'
import type { Credential } from './callers.views.ts'
import type { Keyring } from './keys.commands.ts'
import { readClaims, readHeader, type TokenClaims, tokenAudience, tokenIssuer, tokenType } from './rules.ts'

/** Signs and checks access tokens (TOKEN-2), on the clock of the database (TOKEN-4). */
export interface Tokens {
  issue(credential: Credential): Promise<string>
  /** The claims of a token this installation issued and that is valid now; undefined for any other text. */
  verify(token: string): Promise<TokenClaims | undefined>
}

const mostRemembered = 10_000
const leewaySeconds = 30

interface Verified {
  kid: string
  claims: TokenClaims
}

/** @param keyring keys of the installation, so that every process takes every process's tokens */
export function createTokens(ctx: Context, keyring: Keyring): Tokens {
  // A signature costs 100 times a look-up: a token that was checked once is remembered until it expires.
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
      // A key that was revoked takes its remembered tokens with it.
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
