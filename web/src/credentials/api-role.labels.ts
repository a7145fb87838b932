import type { ApiRole } from '@cartage/contract/endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Permissions of each API client role. */
export const apiRoleLabels: Readonly<Record<ApiRole, MessageDescriptor>> = {
  API_ORDER: msg`Orders: upload, read, documents`,
  API_ACCOUNTING: msg`Accounting: companies and their accounts`,
  API_MASTER_DATA: msg`Master data: resources, groups, certificates`,
  API_TRIP: msg`Trips: read plans, positions`,
  CUSTOMER: msg`Customer: orders of one company only`,
}
