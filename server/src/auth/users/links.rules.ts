import { createHash } from 'node:crypto'
import { Problem } from '../../http/problem.ts'

/** Whether a link sets a first password or another one. */
export type LinkPurpose = 'INVITE' | 'RESET'

/** How long a link works, in seconds: three days for someone who was invited, an hour for a reset. */
export const linkSeconds: Readonly<Record<LinkPurpose, number>> = { INVITE: 259_200, RESET: 3_600 }

/** What is stored of a link: the table alone opens nothing. */
export function linkHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The page of a link. What is behind the # is sent to no server and so is in no log. */
export function linkPath(token: string): string {
  return `/accept#${token}`
}

/** The Problem of a link that was used, has ended or never was; all three are the same. */
export function linkExpired(): Problem {
  const message = 'This link was already used, has expired, or was replaced by a newer one. Request a new link.'
  return new Problem('not_found', { message })
}

/** A letter with a link, as plain text. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/**
 * The letter that carries a link.
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
