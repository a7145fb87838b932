import { createToken, getCurrentUser } from './auth.ts'
import { listEvents } from './events.ts'
import {
  exportOrder,
  getOrder,
  getOrderStatus,
  getOrderUpload,
  importOrder,
  listOrderCharges,
  listOrderDocuments,
  uploadOrder,
} from './orders/endpoints.ts'

/** Every endpoint of the published interface, by operation id. Nobody serves an endpoint that is not here. */
export const endpoints = {
  createToken,
  getCurrentUser,
  uploadOrder,
  getOrderUpload,
  getOrder,
  getOrderStatus,
  exportOrder,
  listOrderCharges,
  listOrderDocuments,
  importOrder,
  listEvents,
} as const

// Endpoints of our own web application: served under /app, not published.
export { appEndpoints } from './app/endpoints.ts'
