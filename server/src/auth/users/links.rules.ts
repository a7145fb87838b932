import { createHash } from 'node:crypto'
import { Problem } from '../../http/problem.ts'

/** Purpose of a link: set the first password or replace one. */
export type LinkPurpose = 'INVITE' | 'RESET'

/** Validity of a link in seconds: three days for an invitation, an hour for a reset. */
export const linkSeconds: Readonly<Record<LinkPurpose, number>> = { INVITE: 259_200, RESET: 3_600 }

/** Stored hash of a link, so that the table alone opens nothing. */
export function linkHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Page of a link. The fragment after # is never sent to a server, so no log contains it. */
export function linkPath(token: string): string {
  return `/accept#${token}`
}

/** The Problem of a used, expired or unknown link, which look the same. */
export function linkExpired(): Problem {
  const message = 'This link was already used, has expired, or was replaced by a newer one. Request a new link.'
  return new Problem('not_found', { message })
}

/** A plain-text mail with a link. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/**
 * The mail with a link.
 * @param address the link itself
 */
export function linkLetter(
  purpose: LinkPurpose,
  person: { email: string; name: string; tenant_name: string },
  address: string,
): Letter {
  const { email, name, tenant_name: tenant } = person
  const isInvitation = purpose === 'INVITE'
  const subject = isInvitation ? `Your account with ${tenant}` : `A new password for ${tenant}`
  const why = isInvitation
    ? `${tenant} has created an account for you. Choose a password here, within three days:`
    : `A new password was requested for your account with ${tenant}. Choose it here, within an hour:`
  const end = isInvitation
    ? 'The link works once.'
    : 'The link works once. If it was not you, do nothing: your password stays as it is.'
  return { to: email, subject, text: `Hello ${name},\n\n${why}\n\n${address}\n\n${end}\n` }
}
