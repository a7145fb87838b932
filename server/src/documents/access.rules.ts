import type { Permission } from '@cartage/contract/endpoint'

/**
 * Permissions that read documents of each kind: those that read the record they belong to (DOC-10). No one reads a kind
 * that is missing here. DRIVER: a resource that is a driver. MESSAGE: a large message of a webhook. A message with a
 * supplier's document has the kind INVOICE.
 */
const readers = {
  ORDER: 'order.read',
  CONSIGNMENT: 'order.read',
  GOOD: 'order.read',
  HANDLING_UNIT: 'order.read',
  STOP: 'trip.read',
  TRIP: 'trip.read',
  BOOKING: 'trip.read',
  COMPANY: 'company.read',
  LOCATION: 'location.read',
  RESOURCE: 'resource.read',
  DRIVER: 'resource.personal',
  MESSAGE: 'message.read',
  INVOICE: 'invoice.read',
  CREDIT_NOTE: 'invoice.read',
} as const satisfies Readonly<Record<string, Permission>>

/** Kind of record a document belongs to, as far as it decides who may read the document. */
export type SubjectKind = keyof typeof readers

/** All subject kinds. */
export const subjectKinds = Object.keys(readers) as readonly SubjectKind[]

/** Kinds of documents that these permissions may read. Every path to documents uses only this check (DOC-10). */
export function readableKinds(permissions: readonly Permission[]): readonly SubjectKind[] {
  return subjectKinds.filter((kind) => permissions.includes(readers[kind]))
}

/** Whether these permissions may read a document of this kind; never for an unknown or removed one. */
export function isReadable(permissions: readonly Permission[], kind: string | null): boolean {
  return readableKinds(permissions).some((readable) => readable === kind)
}

/** Scope of a reader: a customer reads what the portal shows (READ-8), everyone else documents of these kinds. */
export interface DocumentReader {
  readonly companyId: string | null
  readonly kinds: readonly SubjectKind[]
}

/** Reads for the installation itself; access is decided elsewhere. */
export const ourselves: DocumentReader = { companyId: null, kinds: subjectKinds }

/** Scope of a caller: of people from their permissions, of programs from the roles that each operation names. */
export function readerOf(caller: {
  readonly kind: string
  readonly permissions: readonly Permission[]
  readonly companyId: string | null
}): DocumentReader {
  const kinds = caller.kind === 'client' ? subjectKinds : readableKinds(caller.permissions)
  return { companyId: caller.companyId, kinds }
}
