import { listAuditRecords } from './audit.ts'
import {
  archiveLocation,
  createLocation,
  getLocation,
  listLocations,
  mergeLocation,
  restoreLocation,
  updateLocation,
} from './locations.ts'
import { blockOrder, skipOrder, unblockOrder } from './orders.ts'
import {
  addResourceAllocation,
  addResourceGroup,
  archiveResourceAllocation,
  changeResourceGroup,
  endResourceAllocation,
  listGroupSettings,
  listResourceAllocations,
} from './resource-groups.ts'
import { getSession, login, logout } from './session.ts'
import {
  archiveSetting,
  changeSetting,
  createSetting,
  deleteSetting,
  listSettings,
  restoreSetting,
} from './settings.ts'
import { listRecentEvents, listRecentUploads } from './start.ts'

/** Endpoints only our own web application uses, by operation id. They are not part of the published interface. */
export const appEndpoints = {
  login,
  logout,
  getSession,
  listRecentUploads,
  listRecentEvents,
  skipOrder,
  blockOrder,
  unblockOrder,
  listAuditRecords,
  listSettings,
  createSetting,
  changeSetting,
  archiveSetting,
  restoreSetting,
  deleteSetting,
  listGroupSettings,
  addResourceGroup,
  changeResourceGroup,
  listResourceAllocations,
  addResourceAllocation,
  endResourceAllocation,
  archiveResourceAllocation,
  listLocations,
  createLocation,
  getLocation,
  updateLocation,
  archiveLocation,
  restoreLocation,
  mergeLocation,
}
