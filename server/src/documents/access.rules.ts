import type { Permission } from '@cartage/contract/endpoint'

/**
 * What reading a document of each kind takes: what reading the record takes that it belongs to (DOC-10). A kind that is not
 * here is read by no one. DRIVER: a resource that is a driver. MESSAGE: a large message of a webhook; one with the document
 * of a supplier is of the kind INVOICE.
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

/** What a document belongs to, as far as it decides who reads it. */
export type SubjectKind = keyof typeof readers

/** Every kind there is. */
export const subjectKinds = Object.keys(readers) as readonly SubjectKind[]

/** The kinds of documents that these permissions read. Every path to documents asks this and nothing else (DOC-10). */
export function readableKinds(permissions: readonly Permission[]): readonly SubjectKind[] {
  return subjectKinds.filter((kind) => permissions.includes(readers[kind]))
}

/** Whether these permissions read a document of this kind; of none that is unknown or gone. */
export function isReadable(permissions: readonly Permission[], kind: string | null): boolean {
  return readableKinds(permissions).some((readable) => readable === kind)
}

/** Who reads documents: a customer reads what the portal shows (READ-8), everyone else what belongs to these kinds. */
export interface DocumentReader {
  readonly companyId: string | null
  readonly kinds: readonly SubjectKind[]
}

/** Reads for the installation itself, which decides elsewhere who gets it. */
export const ourselves: DocumentReader = { companyId: null, kinds: subjectKinds }

/** What a caller reads: people by their permissions, programs by their roles, which the operations name. */
export function readerOf(caller: {
  readonly kind: string
  readonly permissions: readonly Permission[]
  readonly companyId: string | null
}): DocumentReader {
  const kinds = caller.kind === 'client' ? subjectKinds : readableKinds(caller.permissions)
  return { companyId: caller.companyId, kinds }
}
