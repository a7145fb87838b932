import type { Door } from '@cartage/contract/endpoint'
import { msg } from '@cartage/contract/message'
import type { DoorSubject } from '../http/caller.ts'
import { errorItem, Problem } from '../http/problem.ts'

/** Contents of a link: tenant, link id and secret. */
export interface LinkToken {
  tenantId: string
  linkId: string
  /** 32 random bytes. */
  secret: Buffer
}

const idLength = 16
const secretLength = 32

/** The token of a link: 64 bytes in 86 characters. */
export function writeToken({ tenantId, linkId, secret }: LinkToken): string {
  return Buffer.concat([bytesOf(tenantId), bytesOf(linkId), secret]).toString('base64url')
}

/** Reads `Authorization: Link …`; undefined for anything else. */
export function readLink(header: string | undefined): LinkToken | undefined {
  const text = /^link +([A-Za-z0-9_-]{86}) *$/i.exec(header ?? '')?.[1]
  const bytes = text === undefined ? undefined : Buffer.from(text, 'base64url')
  if (bytes?.length !== 2 * idLength + secretLength) return undefined
  return {
    tenantId: idOf(bytes.subarray(0, idLength)),
    linkId: idOf(bytes.subarray(idLength, 2 * idLength)),
    secret: bytes.subarray(2 * idLength),
  }
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const pages: Readonly<Record<Door, string>> = {
  TRACKING: '/track',
  CARRIER: '/carrier',
  DRIVER: '/driver',
  CUSTOMER: '/portal',
}

/** LINK-2: the fragment after # is never sent to a server, so it appears in no log and no Referer. */
export function linkPath(door: Door, token: LinkToken): string {
  return `${pages[door]}#${writeToken(token)}`
}

/** Columns of the subject of a link. */
export interface SubjectColumns {
  door: Door
  order_id: string | null
  trip_id: string | null
  company_id: string | null
  resource_id: string | null
}

/** Columns of a link's subject. */
export function columnsOf(subject: DoorSubject): SubjectColumns {
  return { order_id: null, trip_id: null, company_id: null, resource_id: null, ...subject }
}

/** Subject of a row; the table has no rows with other columns. */
export function subjectOfRow({ door, order_id, trip_id, company_id, resource_id }: SubjectColumns): DoorSubject {
  if (door === 'TRACKING') return { door, order_id: order_id! }
  if (door === 'CARRIER') return { door, trip_id: trip_id!, company_id: company_id! }
  if (door === 'CUSTOMER') return { door, company_id: company_id! }
  return { door, resource_id: resource_id! }
}

/** Record that a link is listed with: its order, trip, driver or customer. */
export type LinkOwner = { order_id: string } | { trip_id: string } | { resource_id: string } | { company_id: string }

/** Kind of page of the links listed with an owner. A carrier link also has a company, but is listed with its trip. */
function doorOf(owner: LinkOwner): Door {
  if ('order_id' in owner) return 'TRACKING'
  if ('trip_id' in owner) return 'CARRIER'
  return 'company_id' in owner ? 'CUSTOMER' : 'DRIVER'
}

/** Whether a link belongs to this order, trip, driver or customer. */
export function isLinkOf(link: SubjectColumns, owner: LinkOwner): boolean {
  if (link.door !== doorOf(owner)) return false
  return Object.entries(owner).every(([column, id]) => link[column as keyof SubjectColumns] === id)
}

/** Audit trail entry of a link's subject. */
export function writtenSubject(subject: DoorSubject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columnsOf(subject)).filter(([, value]) => value !== null))
}

/** The Problem of a link that does not work, whatever the reason. */
export function linkRefused(): Problem {
  const message = msg`This link does not work any more or is not complete. Ask the sender for a new one.`
  return new Problem('unauthenticated', { message })
}

const dayMs = 86_400_000
/** Days after the end of a trip in which its carrier may still send proofs. */
const daysAfterTrip = 14

/**
 * Expiry of a link: after this many days, for a carrier at least 14 days after the planned end of its trip (DOOR-7).
 * @param endsAt of the trip, ISO 8601; null without an end
 */
export function expiryOf(now: Date, days: number, endsAt: string | null): Date {
  const afterDays = now.getTime() + days * dayMs
  return new Date(endsAt === null ? afterDays : Math.max(afterDays, Date.parse(endsAt) + daysAfterTrip * dayMs))
}

/** @throws Problem validation_failed when a deadline has passed, or is after the expiry of the link */
export function checkDeadline(answerBy: string | null, now: Date, expiresAt: Date): void {
  if (answerBy === null) return
  const at = Date.parse(answerBy)
  if (at > now.getTime() && at <= expiresAt.getTime()) return
  const message = msg`The deadline must be in the future and before the link expires.`
  throw new Problem('validation_failed', { message, errors: [errorItem('answer_by', message, 'invalid')] })
}
