import { type PersonType, type RetentionKind, retentionKinds } from '@cartage/contract/retention/app'
import type { RetentionSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { activityDays } from '../tachograph/stretches.rules.ts'

/** RET-6: Today shows changes that no one has seen for days only, and the order itself says what it is now. */
const planChangeDays = 30

/**
 * How many days each kind of data is kept (RET-1); null: without an end.
 * @param installationDays how long the installation keeps positions, which no tenant can extend
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

/** Counts with more of one kind. */
export function addCount(counts: RetentionCounts, kind: RetentionKind, rows: number): RetentionCounts {
  return rows === 0 ? counts : { ...counts, [kind]: (counts[kind] ?? 0) + rows }
}

/** Counts in one line, kinds in their order: `POSITIONS 12, MAILS 3`; `nothing` for none. */
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

/** What a person is called after the erasure (RET-3): a mark with the end of the id, which differs. */
export function markOf(type: PersonType, personId: string): string {
  return `${markWords[type]} ${personId.slice(-6)} (erased)`
}

/** Entries of the trail about a person, and the members whose values are erased. */
export interface TrailOfPerson {
  readonly entity_type: string
  /** Member of the entries that names the record of the person; absent: the entries are about that record itself. */
  readonly of?: string
  readonly names?: readonly string[]
  readonly own: readonly string[]
}

/** What is erased from the trail of each kind of person (RET-3, RET-5). */
export const trailOf: Record<PersonType, readonly TrailOfPerson[]> = {
  DRIVER: [
    { entity_type: 'resource', own: ['name', 'code', 'note', 'locale', 'custom_fields', 'driver', 'driver_card'] },
    { entity_type: 'unavailability', of: 'resource_id', own: ['description'] },
    { entity_type: 'validity', of: 'resource_id', own: ['description', 'external_id'] },
    { entity_type: 'document', of: 'subject_id', own: ['name', 'document'] },
    { entity_type: 'door_link', of: 'resource_id', own: ['label'] },
  ],
  // A company keeps its contacts in one list: what was in it goes as a whole.
  CONTACT: [{ entity_type: 'company', names: ['email', 'phone_number'], own: ['contacts'] }],
  USER: [{ entity_type: 'user', own: ['name', 'email'] }],
  PORTAL: [{ entity_type: 'door_link', own: ['person_name', 'person_email', 'label'] }],
}
