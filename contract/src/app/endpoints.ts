import { blockOrder, skipOrder, unblockOrder } from './orders.ts'
import { getSession, login, logout } from './session.ts'
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
}
