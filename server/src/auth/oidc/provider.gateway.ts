import { msg, type Sentence } from '@cartage/contract/message'
import * as oidc from 'openid-client'
import type { Net, OutboundAnswer } from '../../context.ts'
import type { Problem } from '../../http/problem.ts'
import { refused, refusedByProvider, unreachable } from './refusals.rules.ts'
import type { Claims } from './rules.ts'

/** Milliseconds for one provider request, short because a person waits. */
const timeoutMs = 10_000
/** Maximum bytes of an answer. The key sets of large providers have about 20,000. */
const mostBytes = 65_536
const scope = 'openid email profile'

/** Settings for requests to a provider. */
export interface ProviderClient {
  tenantId: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** State stored between leaving for a provider and coming back. */
export interface Pending {
  state: string
  nonce: string
  verifier: string
}

/** The provider did not answer, or our own rules forbid the request. */
class NotReached extends Error {
  override name = 'NotReached'
  readonly words: Sentence
  constructor(words: Sentence) {
    super(String(words))
    this.words = words
  }
}

/**
 * Address to send a browser to for signing in, from the provider's published metadata.
 * @param options.loginHint address to prefill
 * @param options.isAgain forces the provider to authenticate the person, even in a known browser (SSO-11)
 * @throws Problem sign_in_refused if the provider is unreachable or misconfigured
 */
export async function authorizationUrl(
  net: Net,
  client: ProviderClient,
  redirectUri: string,
  pending: Pending,
  { loginHint, isAgain }: { loginHint: string | undefined; isAgain: boolean },
): Promise<string> {
  const configuration = await discover(net, client).catch(rethrow)
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...(loginHint && { login_hint: loginHint }),
    // With max_age the answer must include auth_time (OpenID Connect Core section 3.1.2.1). Entra honours only prompt.
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  })
  return url.href
}

/**
 * Exchanges the code a browser came back with. Signature, issuer, audience, times and nonce of the ID token are
 * checked. A missing address is requested from the provider.
 * @param answer query of the return address
 * @throws Problem sign_in_refused
 */
export async function exchangeCode(
  net: Net,
  client: ProviderClient,
  redirectUri: string,
  pending: Pending,
  answer: string,
): Promise<Claims & { sub: string }> {
  try {
    const configuration = await discover(net, client)
    const url = new URL(redirectUri)
    url.search = answer
    const tokens = await oidc.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    // OpenID Connect Core section 5.3.2: both subjects must match, which the library checks.
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { ...more, ...claims }
  } catch (error) {
    return rethrow(error)
  }
}

/**
 * Checks a provider as far as the server can: it answers, is the configured issuer, and accepts the client and its
 * secret.
 * @param secret undefined: the client is not checked
 * @returns the issue found; undefined if none
 */
export async function faultOf(
  net: Net,
  client: Omit<ProviderClient, 'clientSecret'>,
  redirectUri: string,
  secret: string | undefined,
): Promise<Sentence | undefined> {
  try {
    const configuration = await discover(net, { ...client, clientSecret: secret ?? 'none' })
    const faults = faultsIn(configuration.serverMetadata())
    if (faults !== undefined) return faults
    return secret === undefined ? undefined : await faultOfSecret(configuration, redirectUri)
  } catch (error) {
    return wordsOf(error)
  }
}

function faultsIn({ code_challenge_methods_supported, authorization_endpoint, jwks_uri }: oidc.ServerMetadata) {
  if (authorization_endpoint === undefined || jwks_uri === undefined) {
    const message: Sentence = 'There is something at this address, but not a provider of OpenID Connect for people.'
    return message
  }
  if (code_challenge_methods_supported?.includes('S256') === false) {
    const message: Sentence = 'This provider does not support PKCE with S256, which is needed. Turn it on there.'
    return message
  }
  return undefined
}

/** Sends an invalid code: a provider that accepts the client and its secret complains only about the code. */
async function faultOfSecret(configuration: oidc.Configuration, redirectUri: string): Promise<Sentence | undefined> {
  try {
    const parameters = { code: 'check', redirect_uri: redirectUri, code_verifier: 'a'.repeat(43) }
    await oidc.genericGrantRequest(configuration, 'authorization_code', parameters)
    return undefined
  } catch (error) {
    if (error instanceof NotReached || error instanceof oidc.ClientError) {
      const cause = error instanceof oidc.ClientError ? error.cause : error
      return cause instanceof NotReached ? cause.words : undefined
    }
    const code = error instanceof oidc.ResponseBodyError ? error.error : undefined
    const isUnknown =
      code === 'invalid_client' || code === 'unauthorized_client' || error instanceof oidc.WWWAuthenticateChallengeError
    if (!isUnknown) return undefined
    const message: Sentence =
      'The provider does not accept this client id with this secret. Copy both again from its pages.'
    return message
  }
}

/** Reads the provider's published metadata and verifies that its issuer is the one entered. */
async function discover(net: Net, { tenantId, issuer, clientId, clientSecret }: ProviderClient) {
  const guarded = fetchFor(net, tenantId)
  // The guard decides about plain HTTP: only networks allowed by the operator can be reached without TLS (NET-2).
  const isPlain = new URL(issuer).protocol === 'http:'
  const options = {
    [oidc.customFetch]: guarded,
    timeout: 30,
    ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
  }
  const found = (await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options)).serverMetadata()
  // The library tolerates differing Microsoft directories; here each provider is one directory (SSO-4).
  if (new URL(found.issuer).href !== new URL(issuer).href) {
    throw new NotReached(
      msg`This address is that of another issuer. Write it exactly as it calls itself: ${found.issuer}`,
    )
  }
  const configuration = new oidc.Configuration({ ...found }, clientId, clientSecret, clientAuthOf(found, clientSecret))
  configuration[oidc.customFetch] = guarded
  configuration.timeout = 30
  if (isPlain) oidc.allowInsecureRequests(configuration)
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}

/** OpenID Connect Discovery section 3: Basic if the provider specifies nothing. */
function clientAuthOf({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata, secret: string) {
  return methods?.includes('client_secret_basic') === false && methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret)
}

/** `fetch` through the guard: addresses, times and sizes are checked, and redirects are not followed (NET-4). */
function fetchFor(net: Net, tenantId: string): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await net.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers },
      body: body === undefined || body === null ? '' : String(body),
      timeout_ms: timeoutMs,
      keep_bytes: mostBytes,
      whose: { tenant_id: tenantId },
    })
    if (answer.status === null) throw new NotReached(failureWords(url, answer))
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: plainHeaders(answer) })
  }
}

/** Headers without the transfer ones, because the body is already decoded text. */
function plainHeaders({ headers }: OutboundAnswer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-length', 'content-encoding', 'transfer-encoding'].includes(name),
    ),
  )
}

function failureWords(url: string, { failure }: OutboundAnswer): Sentence {
  const { host } = new URL(url)
  if (failure?.startsWith('address_refused: ')) return msg`${host}: ${failure.slice('address_refused: '.length)}`
  if (failure?.startsWith('timeout')) return msg`${host} did not answer in time. Try again in a few minutes.`
  return msg`${host} does not answer. Check the address of the issuer.`
}

function rethrow(error: unknown): never {
  throw problemOf(error)
}

function problemOf(error: unknown): Problem {
  if (error instanceof oidc.AuthorizationResponseError) return refusedByProvider(ownWords(error))
  if (error instanceof oidc.ResponseBodyError) return refusedByProvider(ownWords(error))
  const words = wordsOf(error)
  if (isInvalid(error)) return refused('answer_invalid')
  return unreachable(words)
}

/** Error message in the provider's own wording. */
function ownWords({ error, error_description }: { error: string; error_description?: string | undefined }): string {
  const text = error_description ?? error
  return text.replace(/[.\s]+$/, '')
}

/** Failed checks of the answer itself: signature, nonce, audience. */
const invalidCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_USERINFO_EXPECTED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
])

function isInvalid(error: unknown): boolean {
  return error instanceof oidc.ClientError && invalidCodes.has(error.code ?? '')
}

/** Plain description of a provider error. */
function wordsOf(error: unknown): Sentence {
  const found = causes(error)
  const notReached = found.find((one) => one instanceof NotReached)
  if (notReached instanceof NotReached) return notReached.words
  const codes = found.map((one) => (one as { code?: unknown }).code)
  if (codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) {
    const issuer = issuerIn(found)
    if (issuer !== undefined) {
      return msg`This address is that of another issuer. Write it exactly as it calls itself: ${issuer}`
    }
  }
  const message: Sentence =
    'There is no provider of OpenID Connect at this address: /.well-known/openid-configuration does not answer as one. Check the issuer.'
  return message
}

function issuerIn(found: readonly unknown[]): string | undefined {
  for (const one of found) {
    const { body } = one as { body?: { issuer?: unknown } }
    if (typeof body?.issuer === 'string') return body.issuer
  }
  return undefined
}

/** An error and its chain of causes. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  for (
    let one = error;
    one !== undefined && one !== null && found.length < 5;
    one = (one as { cause?: unknown }).cause
  ) {
    found.push(one)
  }
  return found
}
