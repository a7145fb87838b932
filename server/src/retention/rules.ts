import { type PersonType, type RetentionKind, retentionKinds } from '@cartage/contract/retention/app'
import type { RetentionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { activityDays } from '../tachograph/stretches.rules.ts'

/** RET-6: Today shows unseen changes only for days, and the order itself shows its current state. */
const planChangeDays = 30

/**
 * Retention period in days of each kind of data (RET-1); null: unlimited.
 * @param installationDays retention period of positions in the installation, which no tenant can extend
 */
export function daysKept(settings: RetentionSettings, installationDays: number): Record<RetentionKind, number | null> {
  return {
    POSITIONS: Math.min(settings.positions_days ?? installationDays, installationDays),
    MESSAGES: settings.messages_days,
    MAILS: settings.mails_days,
    ORDER_CONTACTS: settings.order_contacts_days,
    DISPATCHES: settings.order_contacts_days,
    PLAN_CHANGES: planChangeDays,
    DRIVER_ACTIVITIES: activityDays,
    DOCUMENTS: settings.documents_days,
    PEOPLE: settings.people_days,
    AUDIT: settings.audit_days,
  }
}

/** Rows by kind of data. */
export type RetentionCounts = { readonly [Kind in RetentionKind]?: number }

/** Adds rows of one kind to counts. */
export function addCount(counts: RetentionCounts, kind: RetentionKind, rows: number): RetentionCounts {
  return rows === 0 ? counts : { ...counts, [kind]: (counts[kind] ?? 0) + rows }
}

/** Counts in one line, in the order of kinds: `POSITIONS 12, MAILS 3`; `nothing` if empty. */
export function countsText(counts: RetentionCounts): string {
  const parts = retentionKinds.flatMap((kind) => (counts[kind] ? [`${kind} ${counts[kind]}`] : []))
  return parts.join(', ') || 'nothing'
}

const markWords: Record<PersonType, string> = {
  DRIVER: 'Driver',
  CONTACT: 'Contact',
  USER: 'User',
  PORTAL: 'Portal user',
}

/** Name of a person after the erasure (RET-3): a mark with the end of the id, to distinguish persons. */
export function markOf(type: PersonType, personId: string): string {
  return `${markWords[type]} ${personId.slice(-6)} (erased)`
}

/** Entries of the trail about a person, and the members whose values are erased. */
export interface TrailOfPerson {
  readonly entity_type: string
  /** Member of the entries that holds the id of the person; absent: the entries are about the person's own record. */
  readonly of?: string
  readonly names?: readonly string[]
  readonly own: readonly string[]
}

/** Erased trail data of each kind of person (RET-3, RET-5). */
export const trailOf: Record<PersonType, readonly TrailOfPerson[]> = {
  DRIVER: [
    { entity_type: 'resource', own: ['name', 'code', 'note', 'locale', 'custom_fields', 'driver', 'driver_card'] },
    { entity_type: 'unavailability', of: 'resource_id', own: ['description'] },
    { entity_type: 'validity', of: 'resource_id', own: ['description', 'external_id'] },
    { entity_type: 'document', of: 'subject_id', own: ['name', 'document'] },
    { entity_type: 'door_link', of: 'resource_id', own: ['label'] },
  ],
  // The contacts of a company are one list in the trail, so the whole list is erased.
  CONTACT: [{ entity_type: 'company', names: ['email', 'phone_number'], own: ['contacts'] }],
  USER: [{ entity_type: 'user', own: ['name', 'email'] }],
  PORTAL: [{ entity_type: 'door_link', own: ['person_name', 'person_email', 'label'] }],
}
