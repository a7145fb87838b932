import { createSalesCreditNote, createSalesInvoice } from './billing/creation.ts'
import { createToken, getCurrentUser } from './auth/endpoints.ts'
import {
  createExchangeRate,
  getLedgerAccount,
  getTaxRate,
  listExchangeRates,
  listLedgerAccounts,
  listTaxRates,
} from './books/endpoints.ts'
import {
  archiveCompany,
  archiveCompanyOld,
  changeCompany,
  createCompany,
  getCompany,
  listCompanies,
  patchCompany,
  readCompany,
  syncCompanies,
  updateCompany,
} from './companies/endpoints.ts'
import { downloadDocument, uploadDocumentContent } from './documents/endpoints.ts'
import { listEvents } from './events/endpoints.ts'
import { importDocument, uploadFleetDocument, uploadSubcontractorDocument } from './inbound/documents.ts'
import { updateIntermodalStatus } from './inbound/intermodal-status.ts'
import { updateLocationBooking } from './inbound/location-booking-update.ts'
import { updateOrdersPartially } from './inbound/partial-order-update.ts'
import { updateFleetStatus, updateSubcontractorStatus } from './inbound/status-update.ts'
import { updateTracking } from './inbound/tracking-update.ts'
import { importTrip } from './inbound/trip-import.ts'
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
import {
  archiveResource,
  createResource,
  getResource,
  listResourceGroups,
  listResources,
  replaceResource,
  syncResources,
  updateResource,
} from './resources/endpoints.ts'
import { getTrip, listTripCosts, listTripDocuments } from './trips/endpoints.ts'
import {
  createUnavailability,
  deleteUnavailability,
  getUnavailability,
  listUnavailabilities,
  replaceUnavailability,
  syncUnavailabilities,
} from './unavailabilities/endpoints.ts'
import {
  createCompanyDocument,
  createCompanyValidity,
  createResourceValidity,
  deleteCompanyValidity,
  deleteResourceValidity,
  getCompanyValidity,
  getResourceValidity,
  listCompanyDocuments,
  listCompanyValidities,
  listCompanyValidityDocuments,
  listResourceValidities,
  listResourceValidityDocuments,
  replaceCompanyValidity,
  replaceResourceValidity,
} from './validities/endpoints.ts'

/** Every endpoint of the published interface, by operation id. No one serves an endpoint that is not here. */
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
  uploadSubcontractorDocument,
  uploadFleetDocument,
  importDocument,
  uploadDocumentContent,
  downloadDocument,
  listCompanyDocuments,
  createCompanyDocument,
  listResourceValidities,
  createResourceValidity,
  getResourceValidity,
  replaceResourceValidity,
  deleteResourceValidity,
  listResourceValidityDocuments,
  listCompanyValidities,
  createCompanyValidity,
  getCompanyValidity,
  replaceCompanyValidity,
  deleteCompanyValidity,
  listCompanyValidityDocuments,
  listEvents,
  listCompanies,
  createCompany,
  getCompany,
  readCompany,
  updateCompany,
  patchCompany,
  changeCompany,
  archiveCompany,
  archiveCompanyOld,
  syncCompanies,
  listUnavailabilities,
  createUnavailability,
  getUnavailability,
  replaceUnavailability,
  deleteUnavailability,
  syncUnavailabilities,
  listResources,
  createResource,
  getResource,
  replaceResource,
  updateResource,
  archiveResource,
  listResourceGroups,
  syncResources,
  updateTracking,
  updateSubcontractorStatus,
  updateFleetStatus,
  updateOrdersPartially,
  importTrip,
  updateLocationBooking,
  updateIntermodalStatus,
  getTrip,
  listTripCosts,
  listTripDocuments,
  listLedgerAccounts,
  getLedgerAccount,
  listTaxRates,
  getTaxRate,
  listExchangeRates,
  createExchangeRate,
  createSalesInvoice,
  createSalesCreditNote,
} as const

// Endpoints of our own web application: served under /app, not published.
export { appEndpoints } from './app/endpoints.ts'
