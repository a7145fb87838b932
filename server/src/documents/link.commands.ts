import { Uuid } from '@cartage/contract/scalars'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { type DocumentLink, isSigned, linkPath } from './link.rules.ts'

const secondsPerDay = 86_400

/** An address at which a document can be fetched without credentials, and when it ends. */
export interface SharedDocument {
  download_url: string
  expires_at: string
}

/**
 * Makes the address of a document for those who have no credentials of ours. It begins with where the service is reached
 * (PUBLIC_URL), else with the one address it listens on, and is relative when there are several.
 */
export function shareDocument(ctx: Context, tenantId: string, documentId: string): SharedDocument {
  const expires = Math.floor(ctx.now().getTime() / 1_000) + ctx.config.document_link_days * secondsPerDay
  const path = linkPath(ctx.vault, { tenantId, documentId, expires })
  return {
    download_url: `${baseOf(ctx.config)}${path}`,
    expires_at: `${new Date(expires * 1_000).toISOString().slice(0, 19)}Z`,
  }
}

/** Behind a wildcard address or a port that was picked, no one knows by what name callers come: then there is no base. */
function baseOf({ public_url, host, port }: Context['config']): string {
  if (public_url !== undefined) return public_url
  const isKnown = port !== 0 && !['0.0.0.0', '::', ''].includes(host)
  return isKnown ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : ''
}

/** The path of a document for a browser that has just shown who calls: it ends after so many seconds. */
export function documentPath(ctx: Context, tenantId: string, documentId: string, seconds: number): string {
  const expires = Math.ceil(ctx.now().getTime() / 1_000) + seconds
  return linkPath(ctx.vault, { tenantId, documentId, expires })
}

interface LinkQuery {
  tenant?: string | undefined
  expires?: string | undefined
  signature?: string | undefined
}

/**
 * Checks an address before anything is looked up, so that strangers learn nothing and cost nothing.
 * @throws Problem not_found when it is not one of ours, document_link_expired
 */
export function openLink(ctx: Context, documentId: string, query: LinkQuery): DocumentLink {
  const { tenant, expires = '', signature = '' } = query
  const tenantId = Uuid.safeParse(tenant)
  if (!tenantId.success || !/^[1-9][0-9]{0,11}$/.test(expires)) throw new Problem('not_found')
  const link = { tenantId: tenantId.data, documentId, expires: Number(expires) }
  if (!isSigned(ctx.vault, link, signature)) throw new Problem('not_found')
  if (link.expires * 1_000 <= ctx.now().getTime()) throw new Problem('document_link_expired')
  return link
}
