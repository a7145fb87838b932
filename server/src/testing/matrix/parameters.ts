import { accountingCases } from './accounting.ts'
import { authCases } from './auth.ts'
import { billingCases } from './billing.ts'
import { bookCases } from './books.ts'
import { chargeCases } from './charges.ts'
import { companyCases } from './companies.ts'
import { deliveryCases } from './deliveries.ts'
import { dispatchCases } from './dispatch.ts'
import { documentCases } from './documents.ts'
import { doorCases } from './doors.ts'
import { listCases } from './lists.ts'
import { locationQuery } from './locations.ts'
import { mailCases } from './mails.ts'
import { masterDataCases } from './master-data.ts'
import { messageCases } from './messages.ts'
import { paperCases } from './papers.ts'
import { planningCases } from './planning.ts'
import { positionCases } from './positions.ts'
import { rateCases } from './rates.ts'
import { resourceCases } from './resources.ts'
import { screenCases } from './screens.ts'
import { transportDocumentCases } from './transport-documents.ts'
import { tripCases } from './trips.ts'
import { unavailabilityCases } from './unavailabilities.ts'
import type { Victim } from './world.ts'

/** A plain `id` parameter is identified by the preceding path segment. */
const idsByPath: Readonly<Record<string, (victim: Victim) => string>> = {
  ...unavailabilityCases.idsByPath,
  ...documentCases.idsByPath,
  ...companyCases.idsByPath,
  ...bookCases.idsByPath,
  ...accountingCases.idsByPath,
}

/** The id of the record at the end of a path; undefined for a path without a case. */
export function recordNamedBy(path: string): ((victim: Victim) => string) | undefined {
  return Object.entries(idsByPath).find(([end]) => path.endsWith(end))?.[1]
}

/** For every path parameter: the victim's id, and a nonexistent one. */
export const pathIds: Readonly<Record<string, { of(victim: Victim, path: string): string }>> = {
  order_id: { of: (victim) => victim.orderId },
  upload_id: { of: (victim) => victim.uploadId },
  location_id: { of: (victim) => victim.locationId },
  setting_id: { of: (victim) => victim.settingId },
  logo_id: { of: (victim) => victim.logoId },
  ...authCases.pathIds,
  ...resourceCases.pathIds,
  ...tripCases.pathIds,
  ...documentCases.pathIds,
  ...messageCases.pathIds,
  ...dispatchCases.pathIds,
  ...doorCases.pathIds,
  ...deliveryCases.pathIds,
  ...positionCases.pathIds,
  ...companyCases.pathIds,
  ...masterDataCases.pathIds,
  ...screenCases.pathIds,
  ...rateCases.pathIds,
  ...chargeCases.pathIds,
  ...billingCases.pathIds,
  ...planningCases.pathIds,
  ...accountingCases.pathIds,
  ...mailCases.pathIds,
  id: { of: (victim, path) => recordNamedBy(path)?.(victim) ?? '' },
}

/** For every query parameter that refers to data of a tenant. */
export const queryIds: Readonly<Record<string, { of(victim: Victim): string; unknown: string; isFilter?: boolean }>> = {
  cursor: { of: (victim) => victim.cursor, unknown: `${'A'.repeat(120)}` },
  ...screenCases.queryIds,
  ...documentCases.queryIds,
  ...listCases.queryIds,
  ...deliveryCases.queryIds,
  ...transportDocumentCases.queryIds,
  ...tripCases.queryIds,
  ...planningCases.queryIds,
  ...accountingCases.queryIds,
}

/** Query parameters without a reference to tenant data. */
export const plainQuery: readonly string[] = [
  'limit',
  'archived',
  'entity_type',
  'entity_id',
  ...screenCases.plainQuery,
  ...listCases.plainQuery,
  ...masterDataCases.plainQuery,
  ...locationQuery,
  ...authCases.plainQuery,
  ...resourceCases.plainQuery,
  ...paperCases.plainQuery,
  ...positionCases.plainQuery,
  ...planningCases.plainQuery,
  ...tripCases.plainQuery,
  ...companyCases.plainQuery,
  ...unavailabilityCases.plainQuery,
  ...documentCases.plainQuery,
  ...messageCases.plainQuery,
  ...deliveryCases.plainQuery,
  ...transportDocumentCases.plainQuery,
  ...bookCases.plainQuery,
  ...rateCases.plainQuery,
  ...chargeCases.plainQuery,
  ...accountingCases.plainQuery,
  ...billingCases.plainQuery,
  ...doorCases.plainQuery,
]
