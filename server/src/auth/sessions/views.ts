import type { OpenSession } from '@cartage/contract/auth/app/account'
import type { UserRole } from '@cartage/contract/endpoint'
import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { RateLimits } from '../../http/rate-limit.rules.ts'
import { todaySql } from '../../tenants/today.views.ts'
import { type Standing, standingOf } from '../second-factor/rules.ts'
import { hasSecondFactor } from '../second-factor/views.ts'
import { absoluteSeconds, idleSeconds } from './store.ts'

/** A live session with its user and tenant. */
export interface SessionRow {
  csrf_token: string
  user_id: string
  email: string
  name: string
  role: UserRole
  company_id: string | null
  tenant_id: string
  slug: string
  tenant_name: string
  time_zone: string
  /** Day from which the person can only set up a second factor (YYYY-MM-DD); null if one exists or none is required. */
  second_factor_from: string | null
  /** Whether that day has come, so the session allows nothing else. */
  is_limited: boolean
}

/** A live session with the request limits of its tenant; null for the defaults. */
export interface LiveSession extends SessionRow {
  session_id: string
  rate_limits: RateLimits | null
  /** Whether the last recorded use is more than a minute old. */
  is_use_due: boolean
}

/**
 * Tenants of known sessions, by cookie hash. The tenant of a session never changes. Whether it is live is still queried
 * on each request, so this cache keeps nothing open longer.
 */
const tenantsOf = new WeakMap<Context['db'], Map<string, string>>()
const mostRemembered = 10_000

/** Tenant of a session cookie; undefined for an unknown one. `tokenHash` is the SHA-256 of the cookie. */
export async function findTenantOfSession(ctx: Context, tokenHash: Buffer): Promise<string | undefined> {
  const known = tenantsOf.get(ctx.db) ?? new Map<string, string>()
  tenantsOf.set(ctx.db, known)
  const key = tokenHash.toString('base64')
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.tenants_of_session',
    text: 'select tenants_of_session($1) as tenant_id',
    values: [tokenHash],
  })
  const tenantId = rows[0]?.tenant_id
  // At this size most of the entries belong to ended sessions.
  if (known.size >= mostRemembered) known.clear()
  if (tenantId !== undefined) known.set(key, tenantId)
  return tenantId
}

const find = statement(
  'auth.find_session',
  `select s.session_id, s.csrf_token, u.user_id, u.email, u.name, u.role, u.company_id,
          t.tenant_id, t.slug, t.name as tenant_name, t.time_zone, g.rate_limits,
          g.second_factor_from::text as required_from,
          coalesce(g.second_factor_from <= ${todaySql('$1')}, false) as is_required,
          s.has_second_factor as is_proven, ${hasSecondFactor('u')} as is_set_up,
          s.used_at < now() - interval '1 minute' as is_use_due
     from app_session s
     join app_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id and not u.is_disabled
     join tenant t on t.tenant_id = s.tenant_id and t.is_active
     join tenant_setting g on g.tenant_id = s.tenant_id
    where s.tenant_id = $1 and s.token_hash = $2
      and s.used_at > now() - make_interval(secs => $3) and s.started_at > now() - make_interval(secs => $4)`,
)

interface Found extends Omit<LiveSession, 'second_factor_from' | 'is_limited'>, Standing {
  required_from: string | null
}

/**
 * The session if it is live, its user enabled and its tenant active, with its scope under the second-factor rules
 * (FACTOR-1). Only the requirement of its own tenant counts, not those of the person's other tenants (FACTOR-3).
 */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<LiveSession | undefined> {
  const [row] = await tx.query<Found>(find, tokenHash, idleSeconds, absoluteSeconds)
  if (row === undefined) return undefined
  const { required_from, is_required, is_proven, is_set_up, ...session } = row
  const standing = standingOf({ is_required, is_proven, is_set_up })
  if (standing === 'OVER') return undefined
  const lacks = !is_proven && !is_set_up
  return { ...session, second_factor_from: lacks ? required_from : null, is_limited: standing === 'SET_UP' }
}

const list = statement(
  'auth.list_sessions',
  `select s.session_id, s.token_hash = $3 as is_current, s.user_agent, s.address,
          case when s.provider_id is not null then 'PROVIDER' when s.is_by_passkey then 'PASSKEY' else 'PASSWORD' end as opened_by,
          (select p.label from sign_in_provider p
            where p.tenant_id = $1 and p.provider_id = s.provider_id) as provider_label,
          ${instant('s.started_at')} as started_at,
          ${instant('s.used_at')} as used_at
     from app_session s
    where s.tenant_id = $1 and s.user_id = $2
      and s.used_at > now() - make_interval(secs => $4) and s.started_at > now() - make_interval(secs => $5)
    order by s.token_hash = $3 desc, s.used_at desc, s.session_id limit 200`,
)

/**
 * The live sessions of a user with their authentication methods (SESSION-5). The one with this hash is the current one
 * and comes first.
 */
export function listSessions(tx: Tx, userId: string, tokenHash: Buffer): Promise<OpenSession[]> {
  return tx.query<OpenSession>(list, userId, tokenHash, idleSeconds, absoluteSeconds)
}

/** Seconds for which a provider authentication replaces the password of a user without one (SSO-11). */
const vouchedSeconds = 600

const vouched = statement(
  'auth.find_session_vouched',
  `select s.vouched_at > now() - make_interval(secs => $3) as is_vouched
     from app_session s
     join user_identity i on i.tenant_id = s.tenant_id and i.user_id = s.user_id and i.provider_id = s.provider_id
                         and i.ended_at is null
    where s.tenant_id = $1 and s.token_hash = $2`,
)

/** Whether a provider has just authenticated the person of a session (SSO-11). */
export async function isVouched(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const [row] = await tx.query<{ is_vouched: boolean | null }>(vouched, tokenHash, vouchedSeconds)
  return row?.is_vouched === true
}
