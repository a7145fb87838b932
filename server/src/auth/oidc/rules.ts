import type { NewSignInProvider } from '@cartage/contract/auth/app/providers'
import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { placeOf } from '../../http/proxies.ts'
import type { Attempt } from '../sessions/throttle.rules.ts'
import { normalEmail } from '../users/rules.ts'
import { type RefusedFor, refused } from './refusals.rules.ts'

/** Maximum providers per tenant. More would not fit on a sign-in page. */
export const mostProviders = 5

/** The page that providers send browsers back to. */
export const returnPage = '/login/provider'

/** The redirect address to register at each provider; null until the operator has set the public address. */
export function redirectUri(publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? null : new URL(returnPage, publicUrl).href
}

/** Stored fields of a provider, without its secret. */
export type ProviderFacts = Omit<NewSignInProvider, 'client_secret'>

/** Domains where anyone can get an address. */
const publicMailDomains = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com gmx.net gmx.de ' +
    'web.de t-online.de proton.me protonmail.com orange.fr free.fr laposte.net skynet.be telenet.be ziggo.nl kpnmail.nl'
  ).split(' '),
)

/** Open to anyone, so it vouches only for the domains of its customers (SSO-4). */
const googleIssuer = 'https://accounts.google.com'

/** Domain of an address in lower case; empty if there is none. */
export function domainOf(email: string): string {
  return normalEmail(email).split('@').at(-1)!.trim()
}

/**
 * Validates a provider and normalises its domains.
 * @throws Problem validation_failed
 */
export function checkProvider(given: ProviderFacts): ProviderFacts {
  const domains = [...new Set(given.domains.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')))]
  const wrong = domains.find((domain) => !/^[^\s@.]+(\.[^\s@.]+)+$/.test(domain))
  if (wrong !== undefined) {
    throw invalid('domains', msg`"${wrong}" is not a domain. Write it as in haulier.example.`, 'domain_malformed')
  }
  checkIssuer(given)
  const open = domains.find((domain) => publicMailDomains.has(domain))
  if (open !== undefined && given.new_user_role !== null) {
    // SSO-7
    const message = msg`Anyone can have an address of ${open}: people without an account must be refused.`
    throw invalid('new_user_role', message, 'domain_public')
  }
  return { ...given, domains }
}

/** @throws Problem validation_failed for an issuer that vouches for no organisation (SSO-4) */
function checkIssuer({ issuer, trusts_addresses }: ProviderFacts): void {
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol) || /[?#@]/.test(issuer)) {
    throw invalid('issuer', 'The issuer must be an address such as https://login.haulier.example.', 'issuer_malformed')
  }
  if (issuer.includes('/.well-known/')) {
    const message = msg`Write the issuer without what follows it: ${issuer.slice(0, issuer.indexOf('/.well-known/'))}`
    throw invalid('issuer', message, 'issuer_malformed')
  }
  if (isSharedDirectory(issuer)) {
    const message =
      'This issuer lets in people of every organisation. Write the id of your own directory in it: https://login.microsoftonline.com/<directory id>/v2.0.'
    throw invalid('issuer', message, 'issuer_shared')
  }
  if (trusts_addresses && issuer.replace(/\/$/, '') === googleIssuer) {
    const message = 'Anyone can have an account at Google: it says itself which addresses are verified.'
    throw invalid('trusts_addresses', message, 'issuer_public')
  }
}

/** Microsoft issuers that are not a single directory, and the directory of personal accounts. */
export function isSharedDirectory(issuer: string): boolean {
  const url = new URL(issuer)
  if (!/^login\.(microsoftonline\.com|microsoft\.com|windows\.net)$|^sts\.windows\.net$/.test(url.hostname))
    return false
  return /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad|(%7b|\{)tenantid(%7d|\}))(\/|$)/i.test(
    url.pathname,
  )
}

/** @throws Problem validation_failed for a provider made the only way to sign in before anyone has used it (SSO-6) */
export function checkOnlyWay({ is_only_way }: ProviderFacts, people: number): void {
  if (!is_only_way || people > 0) return
  const message =
    'No one has signed in with this provider yet. Sign in with it once, and then make it the only way: so a mistake keeps no one out.'
  throw invalid('is_only_way', message, 'provider_unproven')
}

/** The Problem of a domain that belongs to another provider of the tenant. */
export function domainTaken(domain: string): Problem {
  return invalid('domains', msg`Another provider answers for ${domain} already.`, 'domain_taken')
}

/** The Problem of a new issuer without a secret: a secret is never sent to another provider. */
export function secretNeeded(): Problem {
  return invalid(
    'client_secret',
    'Enter the secret of this issuer: that of another one is not sent to it.',
    'secret_needed',
  )
}

/** The Problem of exceeding the provider limit. */
export function tooManyProviders(): Problem {
  return new Problem('state_conflict', {
    message: msg`There are ${mostProviders} providers already. Remove one first.`,
  })
}

function invalid(path: string, message: Sentence, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}

/**
 * Limit for look-ups and provider sign-ins from one address, as each costs a query or provider requests. It lets an
 * office of eighty sign in at once (SSO-5).
 */
export function providerAttempt(address: string): Attempt {
  return { keys: [{ key: `provider sign-ins ${placeOf(address)}`, allowed: 240, spanMs: 60_000 }] }
}

/** Claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** A person vouched for by the provider. */
export interface Vouched {
  subject: string
  email: string
  name: string
}

/**
 * Reads the address vouched for by the provider (SSO-4): a verified one, or any if the organisation trusts all. Google
 * vouches only for addresses of the organisation that the person belongs to.
 * @returns the reason to refuse if there is none
 */
export function vouchedAddress(
  claims: Claims,
  provider: Pick<ProviderFacts, 'issuer' | 'domains' | 'trusts_addresses'>,
): { email: string } | { refusal: RefusedFor } {
  const email = addressIn(claims, provider)
  if (email === undefined) return { refusal: 'address_missing' }
  const isVerified = [claims.email_verified, claims.xms_edov].some((msg) => msg === true || msg === 'true' || msg === 1)
  if (!isVerified && !provider.trusts_addresses) return { refusal: 'address_unverified' }
  if (!provider.domains.includes(domainOf(email))) return { refusal: 'domain_not_listed' }
  const isGoogle = provider.issuer.replace(/\/$/, '') === googleIssuer
  if (isGoogle && !provider.domains.includes(String(claims.hd ?? '').toLowerCase()))
    return { refusal: 'address_unverified' }
  return { email }
}

/**
 * Entra omits the address of people without a mailbox. Their sign-in name then belongs to a domain of the directory.
 */
function addressIn(claims: Claims, { issuer, trusts_addresses }: Pick<ProviderFacts, 'issuer' | 'trusts_addresses'>) {
  const isEntra = new URL(issuer).hostname === 'login.microsoftonline.com'
  const candidates = [claims.email, isEntra && trusts_addresses ? claims.preferred_username : undefined]
  const found = candidates.find((text) => typeof text === 'string' && /^[^\s@]+@[^\s@]+$/.test(text))
  return found === undefined ? undefined : normalEmail(String(found).replaceAll('\u0000', ''))
}

/** Name for a new account. */
export function nameIn(claims: Claims, email: string): string {
  const name = typeof claims.name === 'string' ? claims.name.replaceAll('\u0000', '').trim().slice(0, 200) : ''
  return name === '' ? email : name
}

/** Authentication methods reported by the provider (RFC 8176), for the audit trail. */
export function proofIn(claims: Claims): { acr?: string; amr?: string[] } {
  const acr = typeof claims.acr === 'string' ? { acr: claims.acr.slice(0, 200) } : {}
  const amr = Array.isArray(claims.amr)
    ? {
        amr: claims.amr
          .filter((one) => typeof one === 'string')
          .slice(0, 10)
          .map((one) => one.slice(0, 40)),
      }
    : {}
  return { ...acr, ...amr }
}

/** Milliseconds for which a provider authentication replaces a password (SSO-11). */
const vouchedMs = 600_000

/**
 * When the provider authenticated the person: as reported, or now if it was forced to.
 * @returns null if neither reported nor forced
 * @throws Problem sign_in_refused if it was forced but reports an earlier time
 */
export function vouchedAt(claims: Claims, { asked_by }: { asked_by: string | null }, now: Date): string | null {
  const { auth_time } = claims
  if (typeof auth_time !== 'number') return asked_by === null ? null : now.toISOString()
  const at = Math.min(Math.max(auth_time * 1_000, 0), now.getTime())
  if (asked_by !== null && at < now.getTime() - vouchedMs) throw refused('not_asked')
  return new Date(at).toISOString()
}

/** @throws Problem sign_in_refused if another person than the signed-in one confirms the sign-in (SSO-11) */
export function checkSamePerson({ asked_by }: { asked_by: string | null }, userId: string): void {
  if (asked_by !== null && asked_by !== userId) throw refused('other_person')
}

/** A user of the provider's tenant who may be the person. */
export interface Candidate {
  user_id: string
  is_disabled: boolean
  /** Whether the user is already bound to an account at this provider. */
  is_bound: boolean
  /** Whether this connection was ended (SSO-12). */
  is_ended?: boolean
}

/** The matched user, or why there is none. */
export type Match = { userId: string; isNew: boolean } | { refusal: RefusedFor } | 'a new account'

/**
 * Matches a provider account to a user (SSO-2, SSO-3): the one bound to the subject, else the user with the verified
 * address who has no account at this provider yet.
 * @param bound the user bound to the subject
 * @param address reads the address on demand
 */
export function matchPerson(
  bound: Candidate | undefined,
  address: ReturnType<typeof vouchedAddress>,
  withAddress: Candidate | undefined,
  newUserRole: string | null,
): Match {
  if (bound?.is_ended === true) return { refusal: 'connection_ended' }
  if (bound !== undefined)
    return bound.is_disabled ? { refusal: 'account_disabled' } : { userId: bound.user_id, isNew: false }
  if ('refusal' in address) return address
  if (withAddress === undefined) return newUserRole === null ? { refusal: 'unknown_person' } : 'a new account'
  if (withAddress.is_disabled) return { refusal: 'account_disabled' }
  // The address may have been reassigned to another person.
  if (withAddress.is_bound) return { refusal: 'bound_to_another' }
  return { userId: withAddress.user_id, isNew: true }
}
