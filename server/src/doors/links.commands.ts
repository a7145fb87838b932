import type { CreatedDoorLink } from '@cartage/contract/doors/app/links'
import { msg } from '@cartage/contract/message'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { DoorSubject } from '../http/caller.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { type CarrierOverride, checkCarriers, noOverride } from '../planning/verdict/carrier.commands.ts'
import { tripsByIds } from '../trips/store.ts'
import {
  checkDeadline,
  columnsOf,
  expiryOf,
  isLinkOf,
  type LinkOwner,
  linkPath,
  writtenSubject,
} from './links.rules.ts'
import { insertLink, updateLinkRevoked } from './links.store.ts'
import {
  type DoorLinkRow,
  findLink,
  findSubjectFacts,
  listLinks,
  readLinkRecord,
  type SubjectFacts,
} from './links.views.ts'

/** Lifetime of a link, and the first language of its page. */
export interface LinkTerms {
  days: number
  language: DoorLanguage | null
  /** Of a carrier link: its recipient, and the deadline for the carrier's answer. */
  label?: string | null
  answerBy?: string | null
  /** Of a carrier link: whether its page shows the price of the trip. */
  showsPrice?: boolean
  /** Of a customer link: the person who is invited. */
  person?: { name: string; email: string | null }
  /** Of a carrier link: why it is created although the carrier is refused. */
  override?: CarrierOverride
}

/**
 * Creates a link to an order, to a trip for its carrier, to a driver, or to the orders of a customer, in the caller's
 * transaction (LINK-1). Only this response contains the token.
 * @throws Problem not_found; state_conflict for a trip without a carrier, a resource that is not a driver and a company
 * that is not a customer; validation_failed for a deadline that has passed
 */
export async function createLink(
  ctx: Context,
  tx: Tx,
  by: By,
  owner: LinkOwner,
  terms: LinkTerms,
): Promise<DoorLinkRow & Pick<CreatedDoorLink, 'path'>> {
  const { subject, endsAt } = await subjectFor(tx, owner)
  const override = terms.override ?? noOverride
  const overridden = subject.door === 'CARRIER' ? await overriddenOf(tx, subject.trip_id, override) : []
  const now = ctx.now()
  const token = { tenantId: tx.tenantId, linkId: ctx.newId(), secret: ctx.randomBytes(32) }
  const expires_at = expiryOf(now, terms.days, endsAt)
  const answer_by = terms.answerBy ?? null
  checkDeadline(answer_by, now, expires_at)
  const label = terms.label || null
  await insertLink(tx, {
    ...columnsOf(subject),
    label,
    answer_by,
    door_link_id: token.linkId,
    secret_digest: digestOf(ctx, token.secret),
    language: terms.language,
    shows_price: terms.showsPrice ?? false,
    person: terms.person,
    expires_at,
    created_at: now,
    created_by: by.actor.kind === 'user' ? by.actor.id : null,
  })
  const after = {
    ...writtenSubject(subject),
    ...(label !== null && { label }),
    ...(answer_by !== null && { answer_by }),
    ...(terms.showsPrice && { shows_price: true }),
    ...(terms.person && { person_name: terms.person.name }),
    expires_at: expires_at.toISOString(),
    ...(overridden.length > 0 && { carrier_override: override.reason, overridden }),
  }
  await recordChanges(tx, by, [{ ...about(token.linkId), action: 'created', before: null, after }])
  const record = await readLinkRecord(tx, token.linkId, now)
  return { ...record!, path: linkPath(subject.door, token) }
}

/** FIT-6: a refused carrier gets no link unless overridden. Returns the overridden reasons. */
async function overriddenOf(tx: Tx, tripId: string, override: CarrierOverride): Promise<string[]> {
  const trips = await tripsByIds(tx, [tripId])
  const each = await Promise.all(trips.map((trip) => checkCarriers(tx, trip, override)))
  return each.flat().map(String)
}

/** Stored digest of a link's secret. */
export function digestOf(ctx: Context, secret: Buffer): Buffer {
  return ctx.vault.digest(digested(secret))
}

/** Whether a stored digest matches this secret of a link. */
export function isSecretOf(ctx: Context, secret: Buffer, digest: Buffer): boolean {
  return ctx.vault.isDigest(digested(secret), digest)
}

function digested(secret: Buffer): string {
  return `link ${secret.toString('base64url')}`
}

/** Subject of a link and the end of its trip; null without an end. */
async function subjectFor(tx: Tx, owner: LinkOwner): Promise<{ subject: DoorSubject; endsAt: string | null }> {
  const facts = await existing(tx, owner)
  return { subject: subjectOf(owner, facts), endsAt: facts.ends_at }
}

function subjectOf(owner: LinkOwner, facts: SubjectFacts & { name: string }): DoorSubject {
  if ('order_id' in owner) return { door: 'TRACKING', order_id: owner.order_id }
  if ('trip_id' in owner) {
    const { name, subcontractor_id } = facts
    if (subcontractor_id === null) throw conflict(msg`${name} has no carrier. Assign one first.`)
    return { door: 'CARRIER', trip_id: owner.trip_id, company_id: subcontractor_id }
  }
  if ('company_id' in owner) {
    if (!facts.is_customer) throw conflict(msg`${facts.name} is not an active customer.`)
    return { door: 'CUSTOMER', company_id: owner.company_id }
  }
  if (!facts.is_driver) throw conflict(msg`${facts.name} is not an active driver.`)
  return { door: 'DRIVER', resource_id: owner.resource_id }
}

/** @throws Problem not_found */
async function existing(tx: Tx, owner: LinkOwner): Promise<SubjectFacts & { name: string }> {
  const { name, ...facts } = await findSubjectFacts(tx, owner)
  if (name === null) throw new Problem('not_found')
  return { name, ...facts }
}

/**
 * Links of an order, a trip, a driver or a customer, newest first, without those that expired long ago.
 * @throws Problem not_found when the record does not exist
 */
export async function linksOf(ctx: Context, tx: Tx, owner: LinkOwner): Promise<DoorLinkRow[]> {
  const [links] = await Promise.all([listLinks(tx, owner, ctx.now()), existing(tx, owner)])
  return links
}

function conflict(message: ReturnType<typeof msg>): Problem {
  return new Problem('state_conflict', { message, errors: [errorItem('', message, 'state_conflict')] })
}

/**
 * Revokes a link from the next request on; a link that was revoked before is unchanged (LINK-3).
 * @throws Problem not_found when this order, trip, driver or customer has no such link
 */
export async function revokeLink(ctx: Context, tx: Tx, by: By, owner: LinkOwner, linkId: string): Promise<DoorLinkRow> {
  const link = await findLink(tx, linkId)
  if (link === undefined || !isLinkOf(link, owner)) throw new Problem('not_found')
  const now = ctx.now()
  if (await updateLinkRevoked(tx, linkId, now)) {
    const after = { revoked_at: now.toISOString() }
    await recordChanges(tx, by, [{ ...about(linkId), action: 'updated', before: { revoked_at: null }, after }])
  }
  return (await readLinkRecord(tx, linkId, now))!
}

/** Reference to a link in the audit trail. */
function about(linkId: string) {
  return { entity_type: 'door_link', entity_id: linkId }
}
