import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import { findTenantFacts } from '../tenants/settings/views.ts'
import { digestOf, isSecretOf } from './links.commands.ts'
import { type LinkToken, linkRefused, readLink, subjectOfRow } from './links.rules.ts'
import { updateLinkDigest, updateLinkUsed } from './links.store.ts'
import { findLink } from './links.views.ts'

/**
 * LINK-1, LINK-3: the caller of a link, for the gate before every route. Expired, revoked, unknown and foreign links
 * get the same refusal.
 */
export function authenticateLink(ctx: Context): Authenticate['link'] {
  return async (request) => {
    const token = readLink(request.headers.authorization)
    const caller = token && (await ctx.db.asTenant(token.tenantId, (tx) => callerOf(ctx, tx, token)))
    const door = request.routeOptions.config.endpoint?.door
    if (caller?.link === undefined || caller.link.subject.door !== door) throw linkRefused()
    return caller
  }
}

async function callerOf(ctx: Context, tx: Tx, token: LinkToken): Promise<Caller | undefined> {
  const [facts, link] = await Promise.all([findTenantFacts(tx), findLink(tx, token.linkId)])
  if (facts === undefined || link === undefined) return undefined
  const now = ctx.now()
  const digest = Buffer.from(link.secret_digest, 'hex')
  const isRight = isSecretOf(ctx, token.secret, digest)
  if (!isRight || link.is_revoked || link.expires_at <= now.getTime()) return undefined
  await updateLinkUsed(tx, token.linkId, now)
  if (ctx.vault.isOld(digest)) await updateLinkDigest(tx, token.linkId, digestOf(ctx, token.secret))
  const subject = subjectOfRow(link)
  return {
    kind: 'link',
    tenantId: tx.tenantId,
    tenantSlug: facts.slug,
    id: token.linkId,
    roles: [],
    permissions: [],
    companyId: subject.door === 'CUSTOMER' ? subject.company_id : null,
    link: { subject, language: link.language, expiresAt: new Date(link.expires_at) },
    limits: facts.limits,
  }
}
